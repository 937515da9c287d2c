/** How to configure a client for the MCP server. */
interface McpClient {
  name: string
  /** Where to paste the snippet, and what happens then. */
  steps: string
  /** The snippet for the address of the MCP server. */
  snippet: (address: string) => string
}

const json = (value: object): string => JSON.stringify(value, null, 2)

/** The clients, as in docs/api/mcp.md, which also says how to connect each of them with a token. */
export const MCP_CLIENTS: readonly McpClient[] = [
  {
    name: 'Claude Code',
    steps: 'Run this in a terminal. Then type /mcp in Claude Code, choose tidings, and sign in.',
    snippet: address => `claude mcp add --transport http tidings ${address}`,
  },
  {
    name: 'Claude, on the web and on the desktop',
    steps:
      'Under Settings, Connectors, Add custom connector, enter this address, and connect. The address must be reachable from the internet.',
    snippet: address => address,
  },
  {
    name: 'ChatGPT',
    steps:
      'Under Settings, Apps, Advanced settings, turn on Developer mode. Create an app with this address and OAuth. The address must be reachable from the internet.',
    snippet: address => address,
  },
  {
    name: 'Cursor',
    steps: 'Put this into .cursor/mcp.json of the project, or into ~/.cursor/mcp.json.',
    snippet: url => json({ mcpServers: { tidings: { url } } }),
  },
  {
    name: 'VS Code',
    steps: 'Put this into .vscode/mcp.json. When the server starts, the browser opens and you sign in.',
    snippet: url => json({ servers: { tidings: { type: 'http', url } } }),
  },
  {
    name: 'Codex',
    steps: 'Run this in a terminal.',
    snippet: address => `codex mcp add tidings --url ${address}\ncodex mcp login tidings`,
  },
  {
    name: 'Gemini CLI',
    steps: 'Put this into ~/.gemini/settings.json. Then type /mcp auth tidings in it, and sign in.',
    snippet: httpUrl => json({ mcpServers: { tidings: { httpUrl } } }),
  },
  {
    name: 'Zed',
    steps: 'Put this into the settings of Zed.',
    snippet: url => json({ context_servers: { tidings: { url } } }),
  },
  {
    name: 'Another client',
    steps: 'Add this address as an MCP server. A client that can sign in with OAuth needs nothing else.',
    snippet: address => address,
  },
]

/** A first request to the HTTP API, whose address is derived from that of the MCP server. */
export const httpRequest = (mcpAddress: string): string => {
  const address = new URL('api/v1/highlights?days=30&min_magnitude=minor', mcpAddress)
  return `curl -H "Authorization: Bearer $TIDINGS_TOKEN" "${address}"`
}

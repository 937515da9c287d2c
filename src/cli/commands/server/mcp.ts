import { Readable, Writable } from 'node:stream'
import { accountByPublicId } from '#accounts/account.ts'
import { HighlightAnswers } from '#changelog/highlights/highlights.ts'
import type { HighlightsRequest } from '#changelog/highlights/request.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'
import { mcpServerInfo } from '#web/mcp/metadata.ts'

export const mcp = command({
  usage: 'mcp',
  summary: "Serve an account's highlights to an assistant on this machine, by MCP over stdin and stdout.",
  options: { account: ACCOUNT },
  run: async ({ account: publicId }, _, context) => {
    await withService(
      context,
      async ({ db, clock, log, baseUrl }) => {
        const account = await accountByPublicId(db.read, publicId)
        const highlights = new HighlightAnswers({ db, clock })
        const { runStdioServer } = await import('#web/mcp/stdio.ts')
        const ask = async (question: HighlightsRequest) =>
          String(await highlights.answer(account.id, question))
        await runStdioServer({ identity: mcpServerInfo(baseUrl), log, ask }, streamsOf(context))
      },
      { migrate: false, readOnly: true },
    )
    return undefined
  },
})

const streamsOf = ({ stdin, out, signal }: CommandContext) => ({
  input: Readable.from(stdin),
  output: new Writable({
    write: (chunk, _, done) => void out(String(chunk)).then(() => done(), done),
  }),
  signal,
})

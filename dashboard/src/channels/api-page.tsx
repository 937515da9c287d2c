import { base } from '../api/client.ts'
import { clientsQuery, type DataOf, tokensQuery } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { namedOptions, Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { Time } from '../parts/text/time.tsx'
import { httpRequest } from './snippets.ts'

/** The address of the public documentation. */
export const docs = `${base.replace(/app\/$/, '')}docs`

type Token = DataOf<typeof tokensQuery>['tokens'][number]

/** How programs query the highlights, and the tokens that they send. */
export function ApiPage() {
  const { name, may } = useAccount()
  const { data } = useAccountQuery(clientsQuery)
  return (
    <Page
      title="HTTP API"
      lead={
        <>
          Programs read the highlights of {name} with a token. They cannot change anything.{' '}
          <a href={`${docs}/highlights`} className="whitespace-nowrap text-accent underline">
            API reference
          </a>
        </>
      }
      parent={{ to: '/$account/channels', label: 'Channels' }}
    >
      <Snippet text={data && httpRequest(data.address)} label="Copy the request" />
      {may('owner') ? <Tokens /> : <p className="text-quiet">Ask an owner for a token.</p>}
    </Page>
  )
}

/** A text to copy. It keeps the place of one that is not known yet. */
export const Snippet = ({ text, label }: { text: string | undefined; label: string }) =>
  text ? <Copy text={text} label={label} /> : <div className="h-9 rounded-md bg-raised" />

/** The tokens, which only owners see and create. */
function Tokens() {
  const query = useAccountQuery(tokensQuery)
  return (
    <>
      {!query.error && <NewToken />}
      <Loaded query={query} label="Loading tokens">
        {({ tokens }) => <TokenList tokens={tokens} />}
      </Loaded>
    </>
  )
}

const AUDIENCES: Record<Token['audience'], string> = { api: 'HTTP API', mcp: 'MCP' }

const LIVES: Record<'30' | '90' | '365' | 'never', string> = {
  30: '30 days',
  90: '90 days',
  365: '1 year',
  never: 'Never',
}

interface NewTokenFields {
  name: string
  for: Token['audience']
  life: keyof typeof LIVES
}

function NewToken() {
  const { values, bind, pick, set } = useFields<NewTokenFields>({ name: '', for: 'api', life: '90' })
  const make = useChange(
    act => {
      const { life, ...token } = values
      const lifetime = life === 'never' ? {} : { expiresInDays: Number(life) }
      return act('token create', { ...token, ...lifetime })
    },
    () => set({ name: '' }),
  )
  return (
    <Section title="New token">
      <Form verb="Add" change={make} columns="sm:grid-cols-[1fr_120px_120px_auto]">
        <Field label="Name" autoComplete="off" required maxLength={100} {...bind('name')} />
        <Select label="Access" options={namedOptions(AUDIENCES)} {...pick('for')} />
        <Select label="Expires in" options={namedOptions(LIVES)} {...pick('life')} />
      </Form>
      <div role="status" className="empty:-mt-3">
        {make.data && (
          <div className="grid gap-2 rounded-md bg-raised p-4">
            <p>
              <strong className="font-semibold">{make.data.token.name}</strong> was created. Copy the token
              now: it is shown only once.
            </p>
            <Copy text={make.data.text} label={`Copy the token ${make.data.token.name}`} />
          </div>
        )}
      </div>
    </Section>
  )
}

function TokenList({ tokens }: { tokens: readonly Token[] }) {
  if (tokens.length === 0) return <p className="text-quiet">No tokens yet.</p>
  return (
    <Section title="Tokens">
      <Rows>
        {tokens.map(token => (
          <Row
            key={token.id}
            title={token.name}
            meta={
              <>
                {AUDIENCES[token.audience]} · <code className="font-mono text-xs">{token.prefix}…</code> ·{' '}
                <State {...token} />
              </>
            }
            action={
              token.state === 'active' && (
                <ChangeButton
                  verb="Remove"
                  label={`Remove ${token.name}`}
                  send={act => act('token revoke', { id: token.id })}
                  question={`Remove the token “${token.name}”?`}
                >
                  Programs that use it lose access immediately. This cannot be undone.
                </ChangeButton>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function State({ state, lastUsedAt, expiresAt }: Token) {
  if (state !== 'active') return state
  return (
    <>
      {lastUsedAt === null ? 'never used' : 'used '}
      {lastUsedAt !== null && <Time at={lastUsedAt} />}, {expiresAt === null ? 'never expires' : 'expires '}
      {expiresAt !== null && <Time at={expiresAt} />}
    </>
  )
}

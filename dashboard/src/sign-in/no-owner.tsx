import { useQuery } from '@tanstack/react-query'
import { welcomeQuery } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'

/** Replaces the sign-in form while nobody can sign in. The set-up link itself is only on the operator's terminal. */
export default function NoOwner() {
  const welcome = useQuery(welcomeQuery)
  return (
    <CenteredPage
      title="Set up Tidings first"
      lead="Nobody can sign in yet. Open the set-up link to become the first owner."
    >
      <WhereSetUpLinks />
      <div>
        <Button busy={welcome.isFetching} onClick={() => void welcome.refetch()}>
          Check
        </Button>
      </div>
    </CenteredPage>
  )
}

/** Says where the newest set-up link is, and how to get another one. */
export const WhereSetUpLinks = () => (
  <div className="grid gap-3 text-pretty">
    <p>
      Tidings printed the link on its terminal when it started. Without a terminal, it wrote the link to{' '}
      <Code>links.txt</Code> in its data directory. It works once, within a day.
    </p>
    <p className="text-quiet">
      No link, or too old? Stop the server and start it again, for example with <Code>tidings serve</Code>, to
      get a new one.
    </p>
  </div>
)

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-s whitespace-nowrap">{children}</code>
)

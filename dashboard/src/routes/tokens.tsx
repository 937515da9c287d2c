import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Title } from '../parts/title.tsx'
import { tokensQuery } from '../queries.ts'
import { NewTokenForm } from '../tokens/new-token-form.tsx'
import { TokenList, TokensLoading } from '../tokens/token-list.tsx'
import { accountRoute } from './account.tsx'

export const tokensRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/tokens',
  component: Tokens,
})

function Tokens() {
  const { own } = accountRoute.useLoaderData()
  const { data, error, isPending, refetch } = useQuery(tokensQuery(own.id))
  return (
    <div className="grid max-w-[720px] gap-8">
      <div className="grid gap-1">
        <Title>API tokens</Title>
        <p className="text-quiet">
          Tokens let programs read the highlights of {own.name}. They cannot change anything.
        </p>
      </div>
      {!error && <NewTokenForm account={own.id} />}
      {isPending && <TokensLoading />}
      {error && (
        <div className="grid justify-items-start gap-3">
          <Problem error={error} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data && <TokenList account={own.id} now={data.now} tokens={data.tokens} />}
    </div>
  )
}

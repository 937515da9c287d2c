import { useQuery } from '@tanstack/react-query'
import { tokensQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { LoadError, Page } from '../parts/page.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { TokenList, TokensLoading } from './token-list.tsx'

export function TokensPage() {
  const { id: account, name } = useAccount()
  const { data, error, isPending, refetch } = useQuery(tokensQuery(account))
  return (
    <Page
      title="API tokens"
      lead={`Tokens let programs read the highlights of ${name}. They cannot change anything.`}
    >
      {!error && <NewTokenForm account={account} />}
      {isPending && <TokensLoading />}
      {error && <LoadError error={error} onRetry={refetch} />}
      {data && <TokenList account={account} now={data.now} tokens={data.tokens} />}
    </Page>
  )
}

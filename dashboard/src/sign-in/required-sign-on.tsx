import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { welcomeQuery } from '../api/queries.ts'
import { useAccounts } from '../frame/use-accounts.ts'
import { Button } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'
import { SignOutButton } from '../parts/sign-out.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Replaces an account for a person who signed in in another way than the account requires. */
export default function RequiredSignOn({ account }: { account: string }) {
  const { data: welcome } = useQuery(welcomeQuery)
  const next = useLocation().href
  const { accounts, open } = useAccounts()
  const lead =
    welcome?.oidc === null
      ? 'No provider is configured on this server. Ask whoever runs it.'
      : 'You signed in another way. Sign in with the provider of your company to open this account.'
  return (
    <CenteredPage title={`${account} requires single sign-on`} lead={lead}>
      <ProviderButtons next={next} />
      <div className="flex flex-wrap gap-2">
        {accounts
          .filter(({ needsSignOn }) => !needsSignOn)
          .map(({ id, name }) => (
            <Button key={id} onClick={() => void open(id)}>
              Continue to {name}
            </Button>
          ))}
        <SignOutButton />
      </div>
    </CenteredPage>
  )
}

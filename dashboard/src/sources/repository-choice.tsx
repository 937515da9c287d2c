import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Form } from '../parts/form/form.tsx'
import { RowsLoading } from '../parts/loaded.tsx'
import { Problem } from '../parts/notice.tsx'

const route = api['github-app'].choice

const STANDINGS = {
  new: '',
  connected: 'Already connected.',
  elsewhere: 'Already connected by its own webhook.',
  'to reconnect': 'To be reconnected.',
}

interface Props {
  choice: string
  onDone: () => void
}

/** The repositories that the person proved to administer on the code host, to choose from. */
export function RepositoryChoice({ choice, onDone }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { data, error } = useQuery({
    queryKey: ['repository-choice', choice],
    queryFn: () => call(route.$get({ query: { choice } })),
    // The server forgets the choice once it is made.
    staleTime: 'static',
  })
  const connect = useChange(() => call(route.$post({ json: { choice, repositories: [...chosen] } })), onDone)
  if (error) return <Problem error={error} />
  if (!data) return <RowsLoading label="Loading repositories" />
  if (data.installations.length === 0)
    return (
      <p className="text-pretty">
        The app is not installed on any account on {data.host} with a repository that you administer.
      </p>
    )
  return (
    <Form verb="Connect" change={connect}>
      <p className="text-pretty">
        Merges in the repositories that you select go to this changelog. An installation of the app that you
        select from belongs to this account from then on.
      </p>
      {data.installations.map(({ account, obstacle, repositories }) => (
        <fieldset key={account} className="grid gap-1">
          <legend className="mb-1 font-semibold">{account}</legend>
          {obstacle !== null && <p className="text-quiet text-pretty">{obstacle}</p>}
          {repositories.map(({ key, name, standing }) => (
            <Checkbox
              key={key}
              label={name}
              hint={STANDINGS[standing]}
              checked={chosen.includes(key)}
              disabled={obstacle !== null || standing === 'connected' || standing === 'elsewhere'}
              onChange={is => setChosen(is ? [...chosen, key] : chosen.filter(one => one !== key))}
            />
          ))}
        </fieldset>
      ))}
    </Form>
  )
}

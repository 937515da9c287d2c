import { isSmall } from '#changelog/entries/weight.ts'
import { Proposed } from '../decisions/proposed.tsx'
import { keepApart } from '../decisions/use-grouping.ts'
import { useKeys } from '../frame/keys.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { type Proposal, proposalsQuery } from '../inbox/queries.ts'
import { Icon } from '../parts/icon.tsx'
import type { EditionItem, OpenEdition } from './edition.ts'

interface Theme {
  proposal: Proposal
  /** The entries of the theme that are in the edition. */
  told: EditionItem[]
}

/** The first theme of the edition whose entries could be one story; null if there is none. */
function useTheme({ stories, lists }: OpenEdition): Theme | null {
  const { may } = useAccount()
  const { data } = useAccountQuery(proposalsQuery, { enabled: may('writer') })
  const items = new Map([...stories, ...lists.flatMap(list => list.items)].map(item => [item.id, item]))
  const themes = data?.groups.map(proposal => ({
    proposal,
    told: proposal.entries.flatMap(({ id }) => items.get(id) ?? []),
  }))
  return themes?.find(({ told }) => told.length > 1) ?? null
}

interface Props {
  edition: OpenEdition
  onCombine: (ids: string[]) => void
}

/**
 * Offers to combine the entries of one theme into one story. Nothing changes until a person agrees, since a
 * story has an address of its own.
 */
export function ThemeOffer({ edition, onCombine }: Props) {
  const theme = useTheme(edition)
  return theme && <Offer key={theme.proposal.topics.join()} theme={theme} onCombine={onCombine} />
}

function Offer({ theme: { proposal, told }, onCombine }: Pick<Props, 'onCombine'> & { theme: Theme }) {
  const { id: account } = useAccount()
  const combine = () => onCombine(told.map(({ id }) => id))
  // As the server combines them.
  const part = told.every(isSmall) ? 'line' : 'story'
  const decline = () => void keepApart(account, proposal)
  useKeys({ y: combine, n: decline })
  return (
    <section aria-label="Proposal" className="mb-3 grid max-w-page gap-2 rounded-md bg-raised px-4 py-3">
      <h2 className="flex items-center gap-2">
        <Icon name="sets" className="size-4 shrink-0 text-accent" />
        <span>
          <span className="font-semibold">
            {told.length} about <span dir="auto">{proposal.theme}</span>
          </span>{' '}
          <span className="text-quiet">may be one {part}</span>
        </span>
      </h2>
      <div className="grid gap-2 pl-6">
        <Proposed entries={told} hasKeys onGroup={combine} onKeep={decline} />
      </div>
    </section>
  )
}

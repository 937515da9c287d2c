import { Link } from '@tanstack/react-router'
import type { CoveredPull } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'

type Decision = NonNullable<CoveredPull['decision']>
type Fact = Decision['evidence'][number]
type Ref = Fact['refs'][number]

/** The weight, in log odds, from which a single fact makes a decision likely. */
const STRONG = 1

interface WhyProps {
  decision: Decision
  /** What stood before a person decided. */
  before: Decision | null
  /** The address of the pull request. */
  url: string | null
  /** The heading level, one below that of the item. */
  heading?: 'h2' | 'h3'
  /** Whether the facts are shown at once. */
  isOpen?: boolean
}

/** How certain the decision is, as the beginning of a sentence that continues with the reason. */
const CERTAINTY: Record<Decision['visibility'], Record<Decision['confidence'], string>> = {
  'user-facing': {
    high: 'A customer would notice, almost certainly',
    medium: 'A customer would notice, quite surely',
    low: 'A customer might notice',
  },
  internal: {
    high: 'No customer would notice, almost certainly',
    medium: 'No customer would notice, quite surely',
    low: 'Perhaps no customer would notice',
  },
}

/** Why something was decided: one sentence, and all facts, each with a link to its source, to be unfolded. */
export function Why({ decision, before, url, heading: Heading = 'h3', isOpen = false }: WhyProps) {
  const { evidence, reason, notLive, visibility, confidence } = before ?? decision
  const isOfReason = /^(its|the|it) /i.test(reason)
  return (
    <section aria-label="Why" className="grid max-w-text">
      <Heading className="sr-only">Why</Heading>
      {before && <p>Decided by a person. Before:</p>}
      <p dir="auto" className="text-pretty">
        <strong className="font-semibold">
          {CERTAINTY[visibility][confidence]}
          {isOfReason ? ':' : '.'}
        </strong>{' '}
        <span className="text-quiet">
          {isOfReason ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason} {notLive}
        </span>
      </p>
      {evidence.length > 0 && (
        <Fold title={evidence.length === 1 ? 'The fact' : `All ${evidence.length} facts`} isOpen={isOpen}>
          <ul className="grid gap-2">
            {evidence.map(fact => (
              <FactLine key={`${fact.source} ${fact.detail} ${fact.weight}`} fact={fact} url={url} />
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}

function FactLine({ fact, url }: { fact: Fact; url: string | null }) {
  const others = fact.refs.filter(ref => ref.type !== 'label' || !fact.detail.includes(ref.label))
  const isNamed = others.length < fact.refs.length
  const strength = Math.abs(fact.weight) >= STRONG ? 'strongly suggests' : 'suggests'
  return (
    <li className="min-w-0 wrap-anywhere">
      {isNamed && url !== null ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="underline decoration-edge hover:text-accent"
        >
          {fact.detail}
        </a>
      ) : (
        fact.detail
      )}{' '}
      <span className="text-s text-quiet">
        · {strength} {fact.weight >= 0 ? 'for customers' : 'not for customers'}
      </span>
      {others.map(ref => (
        <Reference key={JSON.stringify(ref)} to={ref} url={url} />
      ))}
    </li>
  )
}

/** A link to where a fact was found. */
function Reference({ to, url }: { to: Ref; url: string | null }) {
  const { id } = useAccount()
  const className = 'block truncate text-s text-quiet'
  if (to.type === 'title') return null
  if (to.type === 'pull')
    return (
      <Link
        to="/$account/merges"
        params={{ account: id }}
        search={{ q: to.number === null ? to.title : `#${to.number}` }}
        className={`${className} underline hover:text-ink`}
      >
        {to.title}
      </Link>
    )
  const text =
    to.type === 'line' ? to.text : to.type === 'label' ? to.label : to.type === 'path' ? to.path : to.issue
  const address = url === null ? null : to.type === 'path' ? `${url}/files` : url
  const isCode = to.type === 'path'
  const content = <span className={isCode ? 'font-mono text-xs' : ''}>{text}</span>
  if (address === null)
    return (
      <span dir="auto" className={className}>
        {content}
      </span>
    )
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      dir="auto"
      className={`${className} underline hover:text-ink`}
    >
      {content}
    </a>
  )
}

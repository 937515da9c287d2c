import { Link } from '@tanstack/react-router'
import type { CoveredPull } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'

type Decision = NonNullable<CoveredPull['decision']>
type Fact = Decision['evidence'][number]
type Ref = Fact['refs'][number]

/** Facts that are shown before the others are asked for. */
const SHOWN = 3

interface WhyProps {
  decision: Decision
  /** The address of the pull request. */
  url: string | null
  /** The level below that of the item's heading. */
  heading?: 'h2' | 'h3'
}

/** Why something was decided: the reason, then the facts with their weight, each with a link to its source. */
export function Why({ decision, url, heading: Heading = 'h3' }: WhyProps) {
  const { evidence, reason, notLive } = decision
  const hidden = evidence.length - SHOWN
  const isReasonShown = !evidence[0] || !saysTheSame(reason, evidence[0].detail)
  const most = Math.max(...evidence.map(({ weight }) => Math.abs(weight)), 0.01)
  const facts = (those: readonly Fact[]) =>
    those.map(fact => (
      <FactLine
        key={`${fact.source} ${fact.detail} ${fact.weight}`}
        fact={fact}
        share={Math.abs(fact.weight) / most}
        url={url}
      />
    ))
  return (
    <section aria-label="Why" className="grid max-w-text gap-3">
      <Heading className="text-s font-semibold text-quiet">Why</Heading>
      {isReasonShown && (
        <p dir="auto" className="text-pretty">
          {reason}
        </p>
      )}
      {notLive && <p className="text-pretty">{notLive}</p>}
      <ul className="grid gap-2">{facts(evidence.slice(0, SHOWN))}</ul>
      {hidden > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-md text-s text-quiet hover:text-ink">
            {hidden} more {hidden === 1 ? 'fact' : 'facts'}
          </summary>
          <ul className="mt-2 grid gap-2">{facts(evidence.slice(SHOWN))}</ul>
        </details>
      )}
    </section>
  )
}

/** Whether the reason is this fact as a sentence. */
const saysTheSame = (reason: string, detail: string): boolean =>
  reason.toLowerCase() === `${detail.toLowerCase()}.`

function FactLine({ fact, share, url }: { fact: Fact; share: number; url: string | null }) {
  const others = fact.refs.filter(ref => ref.type !== 'label' || !fact.detail.includes(ref.label))
  const isNamed = others.length < fact.refs.length
  return (
    <li className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-3">
      <svg aria-hidden="true" viewBox="0 0 64 8" className="mt-1.5 h-2 w-16">
        <rect width="64" height="8" rx="2" className="fill-raised" />
        <rect
          width={Math.max(4, share * 64)}
          height="8"
          rx="2"
          className={fact.weight >= 0 ? 'fill-accent' : 'fill-edge'}
        />
      </svg>
      <span className="min-w-0 wrap-anywhere">
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
        <span className="text-s whitespace-nowrap text-quiet">
          · suggests {fact.weight >= 0 ? 'customer-facing' : 'internal'}
        </span>
        {others.map(ref => (
          <Reference key={JSON.stringify(ref)} to={ref} url={url} />
        ))}
      </span>
    </li>
  )
}

/** Where a fact was read. */
function Reference({ to, url }: { to: Ref; url: string | null }) {
  const { id } = useAccount()
  const className = 'block truncate text-s text-quiet'
  if (to.type === 'title') return null
  if (to.type === 'pull')
    return (
      <Link
        to="/$account/pulls"
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

import type { CoveredPull } from '../api/entry-queries.ts'
import { PageLink } from '../frame/use-account.ts'
import { SentenceFold } from '../parts/fold.tsx'
import { Out } from '../parts/text/out.tsx'

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
export const CERTAINTY: Record<Decision['visibility'], Record<Decision['confidence'], string>> = {
  'user-facing': {
    high: 'Customers would almost certainly notice',
    medium: 'Customers would probably notice',
    low: 'Customers might notice',
  },
  internal: {
    high: 'Customers would almost certainly not notice',
    medium: 'Customers would probably not notice',
    low: 'Customers might not notice',
  },
}

/** The headings of the facts by the sign of their weight. A fact without weight tells why there are no words, for example. */
const SIDES: Record<string, string> = { 1: 'For customers', '-1': 'Not for customers', 0: 'Not weighed' }

/** Why something was decided: one sentence, and all facts by what they suggest, each with a link to its source, to be unfolded. */
export function Why({ decision, before, url, heading: Heading = 'h3', isOpen = false }: WhyProps) {
  const { evidence, reason, notLive, visibility, confidence } = before ?? decision
  const clause = reason.charAt(0).toLowerCase() + reason.slice(1)
  const isClause = /^(its|the|it) /.test(clause) || evidence.some(({ detail }) => clause.startsWith(detail))
  const sentence = (
    <>
      <strong className="font-semibold text-ink">
        {CERTAINTY[visibility][confidence]}
        {isClause ? ':' : '.'}
      </strong>{' '}
      <span className="text-quiet">
        {isClause ? clause : reason} {notLive}
      </span>
    </>
  )
  return (
    <section aria-label="Why" className="grid max-w-page">
      <Heading className="sr-only">Why</Heading>
      {before && <p>Decided by a person. Before:</p>}
      {evidence.length === 0 ? (
        <p dir="auto" className="max-w-text text-pretty">
          {sentence}
        </p>
      ) : (
        <SentenceFold
          lead={sentence}
          title={evidence.length === 1 ? 'The fact' : `All ${evidence.length} facts`}
          isOpen={isOpen}
        >
          <dl className="@container grid gap-4">
            {[...Map.groupBy(evidence, ({ weight }) => Math.sign(weight))].map(([side, facts]) => (
              <div key={side} className="grid gap-1 @min-[400px]:grid-cols-[128px_minmax(0,1fr)]">
                <dt className="text-quiet">{SIDES[side]}</dt>
                {facts.map(fact => (
                  <FactLine key={`${fact.source} ${fact.detail} ${fact.weight}`} fact={fact} url={url} />
                ))}
              </div>
            ))}
          </dl>
        </SentenceFold>
      )}
    </section>
  )
}

/** A fact, which is itself the link to a label or to files, and below it what else it was found in. */
function FactLine({ fact: { detail, refs, weight }, url }: { fact: Fact; url: string | null }) {
  const isNamed = (ref: Ref) => ref.type === 'label' && detail.includes(ref.label)
  const paths = refs.filter(ref => ref.type === 'path').map(({ path }) => path)
  const isLink = url !== null && (paths.length > 0 || refs.some(isNamed))
  return (
    <dd className="min-w-0 wrap-anywhere first-letter:uppercase @min-[400px]:col-start-2">
      {isLink ? (
        <Out
          href={paths.length > 0 ? `${url}/files` : url}
          title={paths.join('\n') || undefined}
          className="underline decoration-edge underline-offset-2 hover:text-accent"
        >
          {detail}
        </Out>
      ) : (
        detail
      )}
      {Math.abs(weight) >= STRONG && <span className="text-s text-quiet"> · strong</span>}
      {refs
        .filter(ref => !isNamed(ref))
        .map(ref => (
          <Reference key={JSON.stringify(ref)} to={ref} url={url} />
        ))}
    </dd>
  )
}

/** A link to where a fact was found, unless the fact itself leads there. */
function Reference({ to, url }: { to: Ref; url: string | null }) {
  const className = 'block truncate text-s text-quiet'
  if (to.type === 'title' || to.type === 'path') return null
  if (to.type === 'pull')
    return (
      <PageLink
        to="/$account/merges"
        search={{ q: to.number === null ? to.title : `#${to.number}` }}
        className={`${className} underline hover:text-ink`}
      >
        {to.title}
      </PageLink>
    )
  const text = to.type === 'line' ? to.text : to.type === 'label' ? to.label : to.issue
  if (url === null)
    return (
      <span dir="auto" className={className}>
        {text}
      </span>
    )
  return (
    <Out href={url} dir="auto" className={`${className} underline hover:text-ink`}>
      {text}
    </Out>
  )
}

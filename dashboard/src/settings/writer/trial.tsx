import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WriterTrial } from '#pipeline/judging/try-writer.ts'
import { api } from '../../api/client.ts'
import { errorFrom } from '../../api/error.ts'
import { PageLink, useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Done, Problem } from '../../parts/notice.tsx'
import { Headline } from '../../parts/text/headline.tsx'
import { counted, sentenceCase } from '../../text.ts'
import { shortDate } from '../../time.ts'
import { dollars, tokens } from './facts.ts'

interface Props {
  pricesAsOf: string
  onClose: () => void
}

/** Recent merges of the account with their words before and after, as they arrive. The drafts are not changed. */
export function TrialList({ pricesAsOf, onClose }: Props) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [trials, setTrials] = useState<readonly WriterTrial[]>([])
  const [end, setEnd] = useState<{ error: Error | null } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      for await (const trial of trialOf(account, stop.signal)) setTrials(before => [...before, trial])
    }
    run()
      .then(
        () => setEnd({ error: null }),
        error => stop.signal.aborted || setEnd({ error }),
      )
      // What it cost, and whether it failed, is shown above.
      .finally(() => queries.invalidateQueries({ queryKey: ['settings', account, 'writer'] }))
    return () => stop.abort()
  }, [account, queries])
  return (
    <section aria-label="Trial" className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <Done>{progressOf(trials, end !== null, pricesAsOf)}</Done>
        <Button onClick={onClose}>Close</Button>
      </div>
      <Problem error={end?.error ?? null} />
      {end && !end.error && trials.length === 0 && (
        <p className="max-w-text text-quiet text-pretty">
          There is no merge yet that customers would notice, so there is nothing to try it on.{' '}
          <PageLink to="/$account/settings/repositories" className="text-accent underline">
            Connect a source
          </PageLink>{' '}
          first.
        </p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {trials.map(trial => (
          <TrialRow key={trial.reference} trial={trial} />
        ))}
      </ol>
    </section>
  )
}

/** Yields each merge as soon as the server has it. Throws the reason if the trial ends early. */
async function* trialOf(account: string, signal: AbortSignal): AsyncGenerator<WriterTrial> {
  const response = await api.accounts[':account'].writer.try.$post(
    { param: { account } },
    { init: { signal } },
  )
  if (!response.ok || response.body === null) throw await errorFrom(response)
  for await (const line of linesOf(response.body)) {
    const message: WriterTrial | { end: string | null } = JSON.parse(line)
    if (!('end' in message)) yield message
    else if (message.end === null) return
    else throw new Error(message.end)
  }
  throw new Error('The connection was lost. Try again.')
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function progressOf(trials: readonly WriterTrial[], isDone: boolean, pricesAsOf: string): string {
  if (!isDone) return `Asking about your last merges, one after the other. ${trials.length} done…`
  if (trials.length === 0) return ''
  const seconds = trials.reduce((sum, one) => sum + one.seconds, 0)
  const costs = trials.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  const took = `${counted(trials.length, 'merge', 'merges')} in ${seconds.toFixed(1)} s`
  if (costs.length === 0) return `${took}.`
  const cost = costs.reduce((sum, one) => sum + one, 0)
  const hundred = dollars((cost / costs.length) * 100)
  return `${took}, for ${dollars(cost)}. 100 drafts would cost about ${hundred} (list prices of ${shortDate(Date.parse(pricesAsOf))}).`
}

function TrialRow({ trial }: { trial: WriterTrial }) {
  const { reference, title, before, after, fault, seconds, usage, cost } = trial
  const used = usage.inputTokens + usage.outputTokens
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3">
      <p className="text-s text-quiet">
        <bdi>{reference}</bdi> · <bdi>{title}</bdi>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 sm:grid-cols-2">
        <Words name="Before" words={before} />
        {after ? <Words name="After" words={after} /> : <p className="text-quiet">{faultText(fault)}</p>}
      </div>
      <p className="text-s text-quiet tabular-nums">
        {seconds.toFixed(1)} s · {tokens(used)}
        {cost !== null && ` · ${dollars(cost)}`}
      </p>
    </li>
  )
}

/** A fault as a sentence, such as: Its words name "v2", which does not occur there. */
const faultText = (fault: string | null): string =>
  fault === null ? 'It found no words for this merge.' : `${sentenceCase(fault).replace(/\.$/, '')}.`

function Words({ name, words: { headline, body } }: { name: string; words: WriterTrial['before'] }) {
  return (
    <div className="grid content-start gap-1">
      <h3 className="text-s font-semibold text-quiet">{name}</h3>
      <div dir="auto" className="grid gap-1 font-serif wrap-anywhere">
        <p className="text-l font-semibold text-balance">
          <Headline title={headline} />
        </p>
        {body !== '' && <p className="text-pretty whitespace-pre-line">{body}</p>}
      </div>
    </div>
  )
}

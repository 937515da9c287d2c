import { createLanguageModels } from '#app/judging.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'
import { tryWriter, type WriterTrial } from '#pipeline/judging/try-writer.ts'
import { safeLine, safeText } from '#platform/text.ts'
import { requireWriter } from '#writing/connection/writer.ts'
import { adviceOn, failureIn } from '#writing/models/language-model.ts'

export const tryCommand = command({
  usage: 'account writer try',
  summary: 'Try the writer on recent merges, and show its words with what they cost. Changes nothing.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const candidate = await service.writers.open(await requireWriter(service.db.read, account.id))
      const trials: WriterTrial[] = []
      const asking = await createLanguageModels(service)
      for await (const trial of tryWriter(asking, account.id, candidate, context.signal)) {
        trials.push(trial)
        if (!context.json) await context.out(trialText(trial))
      }
      const text = trials.length === 0 ? 'There is no merge yet that customers would notice.\n' : ''
      return { json: { trials }, text }
    }),
})

/** One merge with its texts before and after the writer, for a terminal. */
function trialText({ reference, title, before, after, fault, seconds, usage, cost }: WriterTrial): string {
  const tokens = (usage.inputTokens + usage.outputTokens).toLocaleString('en')
  const price = cost === null ? '' : `, ${(cost / 1e6).toFixed(4)} USD`
  const lines = [
    `${reference}  ${safeLine(title)}`,
    ...wordsOf('Before', before),
    ...(after ? wordsOf('After', after) : []),
    ...(fault ? [`  ${safeLine(faultText(fault))}`] : []),
    `  ${seconds.toFixed(1)} s, ${tokens} tokens${price}`,
  ]
  return `${lines.join('\n')}\n\n`
}

function faultText(fault: string): string {
  const failure = failureIn(fault)
  return failure === null ? `No words: ${fault}.` : adviceOn(failure)
}

function wordsOf(name: string, { headline, body }: WriterTrial['before']): string[] {
  const [first, ...rest] = [
    safeLine(headline),
    ...safeText(body)
      .split('\n')
      .filter(line => line !== ''),
  ]
  return [`  ${name.padEnd(8)}${first}`, ...rest.map(line => `          ${line}`)]
}

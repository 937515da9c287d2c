import { z } from 'zod'
import { failureOf, HostFailure } from '#pulls/hosts/host-failure.ts'

/** How GitHub tells of faults in an answer to a question, which has the status 200. */
const faults = z.object({
  headers: z.record(z.string(), z.unknown()).catch({}),
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        message: z.string().catch(''),
        path: z.array(z.unknown()).catch([]),
      }),
    )
    .catch([]),
})

export function graphqlFailureOf(host: string, error: Error, now: number): HostFailure {
  const { headers, errors } = faults.parse(error)
  const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
  // A fault deeper than the repository and its list says nothing of what we may see of these.
  const types = errors.filter(({ path }) => path.length <= 2).map(one => one.type)
  const message = errors.map(one => one.message).join(' ')
  if (types.includes('RATE_LIMITED') || /\brate limit\b/i.test(message)) {
    return failureOf(host, { status: 429, header, message }, now)
  }
  if (types.includes('NOT_FOUND')) return new HostFailure('gone', host)
  if (types.includes('FORBIDDEN')) return new HostFailure('unauthorized', host)
  return new HostFailure('temporary', host, { cause: error })
}

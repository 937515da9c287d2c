import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import type { RetryTiming } from '#pulls/hosts/code-host.ts'
import { type CodeHostName, HOSTS } from '#pulls/hosts/hosts.ts'
import type { PullConversation } from '#pulls/hosts/pull-conversation.ts'

const LIMITS = { timeoutMs: 60_000, idleMs: 30_000, maxBytes: 64 * 1024 * 1024 }

/** A pipeline waits longer for a host than a server, which comes back later. */
const RETRY_TIMING: RetryTiming = { longestWaitMs: 30_000, secondMs: 1_000 }

/** The discussions of pull requests at an address that the pipeline itself names, so it may be a private one. Null: anonymous. */
export async function openConversationAt(
  provider: CodeHostName,
  apiUrl: string,
  token: string | null,
): Promise<PullConversation> {
  const { fetch } = openOutbound({ allow: [new URL(apiUrl).host], ...LIMITS })
  const open = await HOSTS[provider].conversation()
  return open({
    apiUrl,
    token: token === null ? null : async () => token,
    fetch,
    clock: systemClock,
    retryTiming: RETRY_TIMING,
  })
}

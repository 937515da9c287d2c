import type { Instant } from '#platform/clock.ts'
import { CLOCK_ALLOWANCE_MS, type Network } from '#social/network.ts'

/**
 * Whether a post that its network does not show may be sent: if no attempt may have reached the network, or while the network itself would
 * refuse a second post. Otherwise a person decides, since the network may show the post late, or somebody may have deleted it.
 */
export const mayBeSent = (
  { refusesRepeatsForMs }: Pick<Network, 'refusesRepeatsForMs'>,
  uncertainSince: Instant | null,
  now: Instant,
): boolean =>
  uncertainSince === null || Math.abs(now - uncertainSince) < refusesRepeatsForMs - CLOCK_ALLOWANCE_MS

/** Why a post that may not be sent again waits. `title` is the name of its network. */
export const doubtAbout = ({ title }: Pick<Network, 'title'>): string =>
  `${title} does not show it, and may not refuse a second one.`

import { deliveries } from '../many/deliveries.ts'
import { documents } from '../many/documents.ts'
import { events } from '../many/events.ts'
import { startFleet } from '../many/fleet.ts'
import { limits } from '../many/limits.ts'
import { signIn } from '../many/people.ts'
import { stops } from '../many/stops.ts'
import type { Bench } from '../row.ts'

/** Checks whether three web and three worker processes on one PostgreSQL, behind a proxy, agree, lose nothing and end when told to. */
export const many: Bench = {
  name: 'many',
  async run({ smoke }) {
    await using fleet = await startFleet()
    const owner = await signIn(fleet)
    const storm = (count: number) => (smoke ? count / 10 : count)
    return [
      ...(await documents(fleet, owner)),
      ...(await events(fleet, owner)),
      ...(await limits(fleet)),
      ...(await deliveries(fleet, { count: storm(60), from: 1_001, kills: false })),
      ...(await deliveries(fleet, { count: storm(300), from: 5_001, kills: true })),
      ...(await stops(fleet)),
    ]
  },
}

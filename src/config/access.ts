import { type Environment, variable } from './environment.ts'

const MOST = 1_000_000

export const ACCESS_VARIABLES = {
  TIDINGS_REQUESTS_PER_MINUTE: variable({
    about: 'How many requests a minute one token may make, in each process that serves.',
    example: '120',
    fallback: 120,
    read: text => {
      if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= MOST) return Number(text)
      throw new Error(`expected a whole number from 1 to ${MOST}`)
    },
  }),
}

export const requestsPerMinuteFrom = ({ get }: Environment): number =>
  get('TIDINGS_REQUESTS_PER_MINUTE', ACCESS_VARIABLES.TIDINGS_REQUESTS_PER_MINUTE)

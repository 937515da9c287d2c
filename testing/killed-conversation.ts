import type { PullConversation } from '#pulls/hosts/pull-conversation.ts'

/** Thrown in place of killing a process, which then does nothing more. */
export class Killed extends Error {}

/** The conversation of a process that is killed before or after its n-th request is carried out. */
export function killedAt(host: PullConversation, step: number, when: 'before' | 'after'): PullConversation {
  let count = 0
  return new Proxy(host, {
    get(target, name: keyof PullConversation) {
      const method = target[name]
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        const isLast = ++count === step
        if (isLast && when === 'before') throw new Killed()
        const answer = await (method as (...all: unknown[]) => Promise<unknown>)(...given)
        if (isLast) throw new Killed()
        return answer
      }
    },
  })
}

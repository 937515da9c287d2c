import { eachInSteps, type Steps } from '#kit/steps.ts'
import { leanOf, probability } from '../../score.ts'
import { signalsOf } from '../../signals/signals.ts'
import { Backdrops, NO_BACKDROP } from '../backdrop.ts'
import { createEncoder } from '../encoder.ts'
import { ReadyNetwork } from '../ready-network.ts'
import { besideModel, withAdded } from '../view.ts'
import type { Lesson } from './dataset.ts'
import type { Networks } from './fit.ts'

/** How a lesson stood against its repository's earlier merges, with and without the type in front of its title. */
export type Stood = (lesson: Lesson) => readonly [typed: Float32Array, bare: Float32Array]

type Leans = readonly [typed: number, bare: number]

/** What networks make of lessons that they have not seen. */
export function* leansOf(
  lessons: readonly Lesson[],
  { vocabulary, network }: Networks,
): Steps<[Lesson, Leans][]> {
  const { encode } = createEncoder(vocabulary)
  const ready = new ReadyNetwork(network)
  return yield* eachInSteps(lessons, (lesson): [Lesson, Leans] => {
    const signals = signalsOf(lesson.labelled.pull)
    const [typed, bare] = lesson.readings.map(reading => {
      const [visible = 0] = ready.logOddsOf(encode(reading))
      return leanOf(probability(withAdded(visible, besideModel(signals, reading.facts))))
    })
    return [lesson, [typed ?? 0, bare ?? 0]]
  })
}

/** Shows each lesson what was merged before it, in the order of merging. */
export function* stoodAgainst(lessons: readonly Lesson[], leans: ReadonlyMap<Lesson, Leans>): Steps<Stood> {
  const backdrops = [new Backdrops(), new Backdrops()] as const
  const stood = new Map<Lesson, readonly [Float32Array, Float32Array]>()
  const inOrder = lessons.toSorted((a, b) => a.labelled.pull.mergedAt - b.labelled.pull.mergedAt)
  yield* eachInSteps(inOrder, lesson => {
    const { pull, bareTitle } = lesson.labelled
    const [typed, bare] = leans.get(lesson) ?? [0, 0]
    const untyped = { ...pull, title: bareTitle }
    stood.set(lesson, [backdrops[0].against(pull), backdrops[1].against(untyped)])
    backdrops[0].add(pull, typed)
    backdrops[1].add(untyped, bare)
  })
  return lesson => stood.get(lesson) ?? [NO_BACKDROP, NO_BACKDROP]
}

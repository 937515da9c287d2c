import { messageOf } from '#platform/errors.ts'

/** The result of one check of `tidings doctor`. Contains nothing confidential. */
export interface DiagnosisCheck {
  name: string
  ok: boolean
  detail: string
  /** How to fix the fault; null if nothing is wrong, or if the detail says it. */
  remedy: string | null
}

/** A fault found by a check, with its remedy. */
export class DiagnosisFault extends Error {
  override name = 'Fault'
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.remedy = remedy
  }
}

/** Runs a check. The value of `look` becomes the detail; an error becomes the fault. */
export async function check(name: string, look: () => Promise<string>): Promise<DiagnosisCheck> {
  try {
    return { name, ok: true, detail: await look(), remedy: null }
  } catch (error) {
    const remedy = error instanceof DiagnosisFault ? error.remedy : null
    return { name, ok: false, detail: messageOf(error), remedy }
  }
}

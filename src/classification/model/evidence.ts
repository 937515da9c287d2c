import { remembering } from '#kit/remembering.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Fact } from '../facts/fact.ts'
import type { Weighed } from '../reason.ts'
import type { Opinion } from './model.ts'
import { Grounds, type Teller } from './number-details.ts'
import type { Family, Token } from './token.ts'

/** What moves the log-odds less than this is not looked at: it would not be among the handful that is shown. */
const FAINT = 0.03

/** Words that a decision may lean on a little, and that tell a person nothing. */
const LITTLE = new Set(
  `a an the of for in on to and or with from by at as is it its this that be via into so we i our can do has have was are not
   no if when while all one more than src lib libs packages package crates apps index main mod init core common json yml yaml
   toml lock ts js go py rs rb java kt php md txt`.split(/\s+/),
)

type Ground = Omit<Weighed, 'weight'>

/** What moved the decision, in the pull request's own words, each thing once: the words, facts and numbers that say it are added up. */
export function modelEvidence(
  pull: MergedPull,
  { reading: { facts, numbers }, encoded, shares }: Opinion,
  tellers: readonly Teller[],
): Weighed[] {
  const { tokens, numbers: ofNumbers, backdrop } = shares
  const told = new Told(facts)
  for (let q = 0; q < tokens.length; q++) {
    const weight = tokens[q] as number
    if (Math.abs(weight) >= FAINT) told.addToken(encoded.tokens[q] as Token, weight)
  }
  const grounds = new Grounds(pull, numbers, told.facts)
  for (let d = 0; d < tellers.length; d++) {
    const weight = ofNumbers[d] as number
    if (Math.abs(weight) < FAINT) continue
    const clause = tellers[d]?.(grounds)
    if (clause) told.add(clause, weight)
  }
  if (Math.abs(backdrop) >= FAINT) told.add(besideOthers(backdrop), backdrop)
  return told.all()
}

/** Of many numbers a little each, so told as one; too vague for a reason. */
const besideOthers = (weight: number): Ground => ({
  source: 'repository',
  detail: `beside other changes of its repository it looks like ${weight > 0 ? 'news' : 'work behind the scenes'}`,
  leans: undefined,
})

const CLAUSES_KEPT = 5_000
/** The same few thousand words recur; a clause that is kept need not be put together and hashed again. */
const clausesOf = (ground: (word: string) => Ground) => remembering(ground, CLAUSES_KEPT)

const ofTitle = clausesOf(word => ({ source: 'title', detail: `the title says “${word}”`, leans: undefined }))
const ofBody = clausesOf(word => ({
  source: 'body',
  detail: `the description says “${word}”`,
  leans: undefined,
}))

const GROUNDS: Partial<Record<Family, (word: string) => Ground>> = {
  title: ofTitle,
  first: ofTitle,
  last: ofTitle,
  pair: ofTitle,
  scope: clausesOf(word => ({ source: 'title', detail: `the title is about “${word}”`, leans: undefined })),
  body: ofBody,
  'body-pair': ofBody,
  point: clausesOf(word => ({ source: 'body', detail: `the description lists “${word}”`, leans: undefined })),
  path: clausesOf(word => ({ source: 'path', detail: `it touches files named “${word}”`, leans: undefined })),
  ending: clausesOf(word => ({ source: 'path', detail: `it touches .${word} files`, leans: undefined })),
}
const TITLED: ReadonlySet<Family> = new Set<Family>(['title', 'first', 'last', 'pair'])

/** What a clause about the title quotes of it. */
const wordIn = remembering(
  (detail): string => /^[^“]*“(.+)”/.exec(detail)?.[1]?.toLowerCase() ?? '',
  CLAUSES_KEPT,
)

/** Evidence under its clause. */
class Told {
  readonly facts = new Map<string, Fact>()
  private readonly byDetail = new Map<string, Weighed>()
  /** The facts about words of the title, by the word. */
  private readonly byWord = new Map<string, Fact>()

  constructor(facts: readonly Fact[]) {
    for (const fact of facts) {
      this.facts.set(fact.name, fact)
      if (fact.source === 'title') this.byWord.set(wordIn(fact.detail), fact)
    }
  }

  add(ground: Ground, weight: number): void {
    const known = this.byDetail.get(ground.detail)
    if (known) {
      known.weight += weight
      return
    }
    const { source, detail, leans } = ground
    this.byDetail.set(detail, { source, detail, weight, leans })
  }

  addToken(token: Token, weight: number): void {
    if (token.family === 'fact') {
      const fact = this.facts.get(token.said)
      if (fact) this.add(fact, weight)
      return
    }
    this.addWord(token, token.said, token.also === '' ? weight : weight / 2)
    if (token.also !== '') this.addWord(token, token.also, weight / 2)
  }

  private addWord(token: Token, word: string, weight: number): void {
    const ground = this.groundOf(token, word)
    if (ground) this.add(ground, weight)
  }

  private groundOf({ family }: Token, word: string): Ground | undefined {
    if (word === '' || LITTLE.has(word)) return undefined
    return (TITLED.has(family) ? this.byWord.get(word) : undefined) ?? GROUNDS[family]?.(word)
  }

  all(): Weighed[] {
    return [...this.byDetail.values()]
  }
}

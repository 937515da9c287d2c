import type { Verb } from './verbs.ts'

/** Verbs whose other forms are not adjectives or nouns at the head of a title ("Loading spinner", "Cached pages", "Tests"). */
const SURE: Record<'past' | 'gerund', Set<string>> = {
  past: new Set(
    `add adjust allow avoid bump change clean convert correct create decrease deprecate disable drop enable enhance ensure expose
    extend generate fix handle implement improve include increase introduce make migrate move optimize prevent reduce refactor remove
    rename reorder replace resolve restore revert rework rewrite show simplify switch update upgrade use`.split(
      /\s+/,
    ),
  ),
  gerund: new Set(
    `add adjust allow avoid bump change clean convert correct create decrease deprecate disable drop enable enhance ensure expose
    extend fix implement improve include increase introduce make migrate move optimize prevent redesign reduce refactor reintroduce remove rename
    replace resolve restore revamp revert rework rewrite simplify support switch unify update upgrade use`.split(
      /\s+/,
    ),
  ),
}
/** Verbs whose third person is a plural noun as well. */
const PLURALS = new Set(
  `access address alert archive attempt block boost break build bump cache call cap capture catch cause change check click
  clip clone comment commit copy count cover cut deal default delay design display document download draft draw drop edit embed
  escape exit export fail fall fetch filter fix flag flip focus force format forward gate get go grant group guard handle
  highlight hint hold hook host import increase index insert install issue join launch lift limit link list load lock log map
  mark mask match measure merge mirror mock mount move mute name nest notice offer order override pad pass paste patch pause
  permit pick pin place point polish port post prefix preload present print process profile prompt pull purge push query
  queue read recall record redirect refactor reference register release reload report request reset retry return review rewrite
  rollback route run save schedule scope scroll search select sequence set share ship show snapshot sort split start stop
  store stream style support surface swap switch sync tag test throttle toggle track transfer transform trigger tune tweak
  update upgrade upload use view visit wait watch wire wrap`.split(/\s+/),
)
/** Plurals that titles use as verbs all the same, when an object follows. */
const VERBAL =
  /^(?:bumps|changes?|fixes|handles|moves|returns|shows|supports|switches|updates|upgrades|uses|sets|passes|stops|gets|drops|displays|checks|increases|wraps)$/i

/** Surely a verb at the head of a title, in a form other than the base. */
export function isSure(word: string, { base, form }: Verb): boolean {
  if (form === 'base') return false
  return form === 'third' ? !PLURALS.has(base) || VERBAL.test(word) : SURE[form].has(base)
}

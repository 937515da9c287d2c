import { createRequire } from 'node:module'
import { z } from 'zod'
import { kindWord } from '#judgement/notes/note.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Magnitude } from '../classification.ts'
import { type Signal, signal } from './signal.ts'
import { readTitle } from './title.ts'
import { meaningOfCategory } from './vocabulary.ts'

/** A label is given to one change on purpose; a type is written before anybody asks who will read it. */
const LEFT_OUT = { label: -3.5, type: -2.5 }
const LISTED = { label: 1.8, type: 1.5 }
/** The weight of a heading such as "Maintenance" or "Documentation". */
const UPKEEP = -1.5
const UNRELEASED = -2

/** What the team's configuration of its release notes says of a change. A heading that nobody understands says nothing. */
export function releaseRuleSignals(pull: MergedPull, rules: ReleaseRules): Signal[] {
  const labels = pull.labels.flatMap(label => {
    const rule = rules.labels.get(label.toLowerCase())
    return rule === undefined ? [] : ruleSignal('label', `the label “${label}”`, rule)
  })
  const { type } = readTitle(pull.title)
  const rule = type === null ? undefined : rules.types.get(type)
  const types = rule === undefined ? [] : ruleSignal('type', `titles marked “${type}”`, rule)
  return [...labels, ...types, ...unreleasedSignals(pull, rules)]
}

function ruleSignal(of: 'label' | 'type', what: string, rule: ReleaseRule): Signal[] {
  const { file, heading, isLeftOut, magnitude } = rule
  const source = of === 'label' ? 'label' : 'title'
  if (isLeftOut) {
    const detail = `the team’s ${file} leaves ${what} out of the release notes`
    return [signal({ source, detail, weight: LEFT_OUT[of], kind: 'maintenance', binding: of === 'label' })]
  }
  const meaning = heading === null ? null : meaningOfCategory(plain(heading))
  if (meaning === null)
    return magnitude === null
      ? []
      : [signal({ source, detail: `the team’s ${file} gives ${what} a version bump`, weight: 0, magnitude })]
  const detail = `the team’s ${file} lists ${what} under “${heading?.trim()}”`
  const weight = meaning.told ? LISTED[of] : UPKEEP
  return [signal({ source, detail, weight, kind: meaning.kind, magnitude, breaking: meaning.breaking })]
}

/** A heading without the emoji in front. */
const plain = (heading: string): string => kindWord(heading.replace(/[^\p{L}\p{N}\s-]/gu, ' '))

/** A change of nothing but packages that are not released. */
function unreleasedSignals({ files }: MergedPull, { unreleased }: ReleaseRules): Signal[] {
  const nameOf = (path: string) =>
    path
      .toLowerCase()
      .split('/')
      .slice(0, -1)
      .find(part => unreleased.has(part))
  const names = files.map(({ path }) => nameOf(path))
  const [first] = names
  if (first === undefined || names.includes(undefined)) return []
  const detail = `the team’s ${unreleased.get(first)} leaves “${first}” out of releases`
  return [signal({ source: 'path', detail, weight: UNRELEASED, kind: 'maintenance' })]
}

/** What a team does with changes of one label or type. */
interface ReleaseRule {
  file: string
  /** The heading under which they are listed; null where none is known. */
  heading: string | null
  /** Whether they are left out of the release notes. */
  isLeftOut: boolean
  magnitude: Magnitude | null
}

/** What a team announces and under which heading, as it configured its tools. */
export interface ReleaseRules {
  /** The rules by label, in lower case. */
  labels: ReadonlyMap<string, ReleaseRule>
  /** The rules by the type in front of a title, as `kindWord` folds it. */
  types: ReadonlyMap<string, ReleaseRule>
  /** Packages that are not released, without their scope, and the file that says so. */
  unreleased: ReadonlyMap<string, string>
}

const list = z.union([z.string().transform(one => [one]), z.array(z.string())]).catch([])
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** Categories of release.yml and of release-drafter.yml. */
const category = z.object({
  title: z.string(),
  label: optional(list),
  labels: optional(list),
  when: optional(z.array(z.object({ label: optional(list) }).catch({}))),
})
const categories = z.array(category.nullable().catch(null)).catch([])
const resolver = z.record(z.string(), z.object({ labels: list }).catch({ labels: [] })).catch({})
const byLabels = z.object({
  changelog: optional(
    z.object({ categories: optional(categories), exclude: optional(z.object({ labels: list })) }),
  ),
  categories: optional(categories),
  'exclude-labels': optional(list),
  'version-resolver': optional(resolver),
})
const parser = z.object({
  message: optional(z.string()),
  group: optional(z.string()),
  skip: optional(z.boolean()),
})
const cliff = z.object({ git: z.object({ commit_parsers: z.array(parser.catch({})) }) })
const section = z.object({
  type: z.string(),
  section: optional(z.string()),
  hidden: optional(z.boolean()),
})
const sections = z.array(section.nullable().catch(null)).catch([])
const releasePlease = z.object({
  'changelog-sections': optional(sections),
  packages: optional(z.record(z.string(), z.object({ 'changelog-sections': optional(sections) }))),
})
const changesets = z.object({ ignore: list })

/** Reads the configuration of the tools that write release notes. Files that cannot be read, and what they do not say, count for nothing. */
export function releaseRulesOf(files: readonly ReleaseConfigFile[]): ReleaseRules {
  const rules = { labels: new Map(), types: new Map(), unreleased: new Map() }
  for (const { path, text } of files) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const value = parsed(name, text)
    if (name.endsWith('cliff.toml')) addCommitParsers(rules.types, name, value)
    else if (name === 'config.json') addIgnored(rules.unreleased, '.changeset/config.json', value)
    else if (name.endsWith('.json')) addSections(rules.types, name, value)
    else if (/\.ya?ml$/.test(name)) addCategories(rules.labels, name, value)
  }
  return rules
}

const require = createRequire(import.meta.url)

/** Each parser is loaded for its first file. */
function parsed(name: string, text: string): unknown {
  try {
    if (name.endsWith('.json')) return JSON.parse(text)
    if (/^readme/i.test(name)) return null
    if (name.endsWith('.toml')) return (require('smol-toml') as typeof import('smol-toml')).parse(text)
    return (require('yaml') as typeof import('yaml')).parse(text, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return null
  }
}

type Rules = Map<string, ReleaseRule>

const MAGNITUDES: Record<string, Magnitude> = { major: 'minor', minor: 'minor', patch: 'patch' }

function addCategories(rules: Rules, file: string, value: unknown): void {
  const { data } = byLabels.safeParse(value)
  for (const one of [...(data?.changelog?.categories ?? []), ...(data?.categories ?? [])])
    for (const label of [one?.labels, one?.label, ...(one?.when ?? []).map(rule => rule.label)].flatMap(
      named => named ?? [],
    ))
      if (label !== '*') add(rules, label.toLowerCase(), { file, heading: one?.title ?? null })
  for (const [step, { labels }] of Object.entries(data?.['version-resolver'] ?? {}))
    for (const label of labels) add(rules, label.toLowerCase(), { file, magnitude: MAGNITUDES[step] ?? null })
  for (const label of [...(data?.changelog?.exclude?.labels ?? []), ...(data?.['exclude-labels'] ?? [])])
    add(rules, label.toLowerCase(), { file, isLeftOut: true })
}

/** Only words that a pattern begins with are read, such as `^feat` and `^(chore|ci)`: the patterns of strangers are not run. */
const LEADING = /^\^?\(?(?:\?[:i]+\)?)?([A-Za-z]+(?:\|[A-Za-z]+)*)/

function addCommitParsers(rules: Rules, file: string, value: unknown): void {
  const { data } = cliff.safeParse(value)
  for (const { message, group, skip } of data?.git.commit_parsers ?? []) {
    // "^chore\(deps\)" is about one scope of the type.
    if (message === undefined || /\\\([a-z]/i.test(message)) continue
    const heading = group?.replace(/<!--.{0,20}?-->/g, '') ?? null
    for (const type of LEADING.exec(message)?.[1]?.split('|') ?? [])
      add(rules, kindWord(type), { file, heading, isLeftOut: skip === true })
  }
}

function addSections(rules: Rules, file: string, value: unknown): void {
  const { data } = releasePlease.safeParse(value)
  const ofPackages = Object.values(data?.packages ?? {}).flatMap(one => one['changelog-sections'] ?? [])
  for (const one of [...(data?.['changelog-sections'] ?? []), ...ofPackages])
    if (one)
      add(rules, kindWord(one.type), { file, heading: one.section ?? null, isLeftOut: one.hidden === true })
}

function addIgnored(unreleased: Map<string, string>, file: string, value: unknown): void {
  const { data } = changesets.safeParse(value)
  for (const name of data?.ignore ?? [])
    if (!name.includes('*')) unreleased.set(name.slice(name.lastIndexOf('/') + 1).toLowerCase(), file)
}

/** The first statement about a label or type counts, as with the tools themselves; to be left out comes before all. */
function add(rules: Rules, name: string, given: Partial<ReleaseRule> & Pick<ReleaseRule, 'file'>): void {
  const known = rules.get(name) ?? { file: given.file, heading: null, isLeftOut: false, magnitude: null }
  rules.set(name, {
    ...known,
    heading: known.heading ?? given.heading ?? null,
    isLeftOut: known.isLeftOut || given.isLeftOut === true,
    magnitude: known.magnitude ?? given.magnitude ?? null,
  })
}

import { createRequire } from 'node:module'
import { z } from 'zod'
import { kindWord } from '#judgement/notes/note.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config.ts'
import type { Magnitude } from '../classification.ts'

/** What a team does with changes of one label or type. */
export interface ReleaseRule {
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
const category = z.object({ title: z.string(), label: optional(list), labels: optional(list) })
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
    else addCategories(rules.labels, name, value)
  }
  return rules
}

const require = createRequire(import.meta.url)

/** Each parser is loaded for its first file. */
function parsed(name: string, text: string): unknown {
  try {
    if (name.endsWith('.json')) return JSON.parse(text)
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
    for (const label of [...(one?.labels ?? []), ...(one?.label ?? [])])
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

import { offlinePitch } from '#writing/offline.ts'
// Measures orders in which changes may lead: which of a release's merges did its team put under "Notable", "Highlights", "Breaking" or the
// like, or tell before all sorted lists? node tools/lead.ts [--last N] <git-dir>…
// A folder named owner+name, or one in it, is the repository owner/name. The team's own record is hidden from the classifier. Fitted orders
// are scored on repositories that they did not see.

import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { createProductClassifier } from '#app/judging.ts'
import { leadOf } from '#changelog/entries/lead.ts'
import { SECTION_ORDER } from '#changelog/entries/weight.ts'
import { type Classification, MAGNITUDES } from '#judgement/classification/classification.ts'
import { nothingBefore } from '#judgement/classification/classifier.ts'
import { roleOf } from '#judgement/classification/features/file-role.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { meaningOfHeading } from '#pipeline/judging/history/heading-meaning.ts'
import { withoutTeamRecord } from '#pipeline/judging/history/ordinary.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import { openGitSource } from '#pulls/hosts/git/git.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { last: { type: 'string', default: '3000' } },
})

/** Headings under which a team puts what it leads with. */
const LEADING = /notable|highlight|breaking|important|major|exciting/i
/** Headings that name a list and no change of their own. */
const LIST =
  /contribut|collection|experimental|integration|other|misc|internal|docs|documentation|app|graphql|webhook|plugin|model|performance|release|fix|change|enhance|feature/i
const NAMES = /(?:^|\/)(?:change-?log|release-?notes|changes|history)\.(?:md|rst)$/i

interface Candidate {
  isLead: boolean
  features: Record<string, number>
  /** The merge's sort key in each order, by the order's name. Of two merges, the one with the greater key leads. */
  orders: Record<string, number[]>
}

/**
 * By release, the numbers of its merges and whether the team leads with each. The files are also read as they were each year, since some
 * teams begin them anew.
 */
function releasesOf(dir: string, repo: string): Map<string, Map<number, boolean>> {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const years = Array.from({ length: 8 }, (_, at) => `${2019 + at}-07-01`)
  const revisions = ['HEAD', ...years.map(day => git('rev-list', '-1', `--before=${day}`, 'HEAD').trim())]
  const releases = new Map<string, Map<number, boolean>>()
  for (const revision of new Set(revisions.filter(Boolean))) {
    const paths = git('ls-tree', '-r', '--name-only', revision).split('\n')
    for (const path of paths.filter(name => NAMES.test(name) && name.split('/').length < 3)) {
      const file = {
        form: 'changelog' as const,
        name: path,
        text: git('show', `${revision}:${path}`),
        at: null,
      }
      for (const { version, headings, numbers } of announcementsOf(file, repo)) {
        if (version === null || version === 'unreleased' || numbers.length > 5) continue
        const release = releases.get(version) ?? new Map<number, boolean>()
        releases.set(version, release)
        const isLead = headings.some(
          heading => LEADING.test(heading) || (meaningOfHeading(heading) === null && !LIST.test(heading)),
        )
        for (const number of numbers) release.set(number, isLead || (release.get(number) ?? false))
      }
    }
  }
  return releases
}

const logit = (share: number): number => Math.log(share / (1 - share))
const clip = (value: number, most: number): number => Math.max(-most, Math.min(most, value))

/** The releases whose merges for users, as the classifier sees them, are at least one that the team leads with and three others. */
async function candidatesOf(dir: string): Promise<Candidate[][]> {
  const repo = /([\w.-]+)\+([\w.-]+)/.exec(dir)?.slice(1).join('/')
  const source = await openGitSource(dir, { last: Number(values.last), ...(repo && { repo }) })
  const classifier = await createProductClassifier()
  const known = nothingBefore()
  const leads = new Map(
    [...releasesOf(dir, source.facts.repo)].flatMap(([version, those]) =>
      [...those].map(([number, isLead]) => [number, { version, isLead }] as const),
    ),
  )
  const found = new Map<string, Candidate[]>()
  for await (const merge of source.merges()) {
    if (upkeepOf(merge) !== null) continue
    const pull = withoutTeamRecord(merge, { types: false })
    const decided = classifier.classify(pull, known)
    const told = leads.get(merge.number ?? -1)
    if (told === undefined || decided.visibility === 'internal') continue
    const candidate = candidateOf(merge, decided, offlinePitch(pull).body !== '', told.isLead)
    found.set(told.version, [...(found.get(told.version) ?? []), candidate])
  }
  return [...found.values()].filter(
    those => those.some(({ isLead }) => isLead) && those.filter(({ isLead }) => !isLead).length >= 3,
  )
}

function candidateOf(
  pull: MergedPull,
  decided: Classification,
  hasBody: boolean,
  isLead: boolean,
): Candidate {
  const { kind, magnitude, score, confidence, isBreaking = false, notable = 0 } = decided
  const roles = new Set(pull.files.map(({ path }) => roleOf(path)))
  const news = Number(['feature', 'improvement', 'performance'].includes(kind))
  const size = MAGNITUDES.indexOf(magnitude)
  const asks = Number(isBreaking || ['security', 'deprecation', 'removal'].includes(kind))
  const isSure = Number(confidence !== 'low')
  return {
    isLead,
    features: {
      notable: clip(notable, 4),
      sure: clip(logit(Math.min(0.999, score)), 4),
      breaking: Number(isBreaking),
      security: Number(kind === 'security'),
      feature: Number(kind === 'feature'),
      fix: Number(kind === 'fix'),
      minor: Number(magnitude !== 'patch'),
      texts: Number(roles.has('translation')),
      interface: Number(roles.has('interface')),
      documented: Number(roles.has('documentation')),
      picture: Number(/!\[|<img|user-attachments/.test(pull.body)),
      added: Math.log1p(pull.files.filter(({ status }) => status === 'added').length),
    },
    orders: {
      'by chance': [Math.sin(pull.mergedAt * 7_919)],
      'newest first': [pull.mergedAt],
      'size, as an edition chose': [
        Number(isBreaking),
        isSure,
        size,
        -SECTION_ORDER.indexOf(kind),
        pull.mergedAt,
      ],
      'has a body, as a reveal chose': [
        Number(hasBody && !asks),
        Number(score >= 0.65),
        -asks,
        news,
        size,
        score,
      ],
      notable: [notable],
      lead: [Number(isBreaking), -Number(kind === 'security'), size, leadOf(decided)],
    },
  }
}

type Releases = Candidate[][]
type Order = (one: Candidate) => number[]

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, at) => value - (b[at] as number)).find(step => step !== 0) ?? 0

/** The means over releases: the share of the first three (or fewer) that the team leads with, and the share of pairs in the right order. */
function measure(releases: Releases, order: Order): [first: number, pairs: number] {
  const each = releases.map((those): [number, number] => {
    const ranked = those.toSorted((a, b) => compare(order(b), order(a)))
    const [leads, others] = [those.filter(one => one.isLead), those.filter(one => !one.isLead)]
    const most = Math.min(3, leads.length)
    const right = leads.flatMap(a => others.map(b => (Math.sign(compare(order(a), order(b))) + 1) / 2))
    return [ranked.slice(0, most).filter(one => one.isLead).length / most, mean(right)]
  })
  return [mean(each.map(([first]) => first)), mean(each.map(([, pairs]) => pairs))]
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

/** Weights by which leads outscore their release's other merges: logistic regression on pairs, all releases and repositories equal. */
function fit(repositories: readonly Releases[], names: readonly string[]): number[] {
  const pairs = repositories.flatMap(releases =>
    releases.flatMap(those => {
      const [leads, others] = [those.filter(one => one.isLead), those.filter(one => !one.isLead)]
      const weight = 1 / (repositories.length * releases.length * leads.length * others.length)
      return leads.flatMap(a =>
        others.map(b => ({
          weight,
          x: names.map(name => (a.features[name] ?? 0) - (b.features[name] ?? 0)),
        })),
      )
    }),
  )
  const weights = names.map(() => 0)
  for (let step = 0; step < 300; step++) {
    const slope = weights.map(weight => 0.01 * weight)
    for (const { x, weight } of pairs) {
      const wrong =
        weight / (1 + Math.exp(x.reduce((sum, value, at) => sum + value * (weights[at] as number), 0)))
      for (const [at, value] of x.entries()) slope[at] = (slope[at] as number) - wrong * value
    }
    for (const at of weights.keys()) weights[at] = (weights[at] as number) - 0.5 * (slope[at] as number)
  }
  return weights
}

const all = new Map<string, Releases>()
for (const dir of positionals) {
  const releases = await candidatesOf(dir)
  all.set(dir, releases)
  const leads = releases.flat().filter(({ isLead }) => isLead).length
  console.log(`${dir}: ${releases.length} releases, ${leads} leads among ${releases.flat().length} merges`)
}

function report(name: string, orderFor: (left: string) => Order): void {
  const each = [...all].map(([dir, releases]) => measure(releases, orderFor(dir)))
  const percent = (share: number) => (100 * share).toFixed(1).padStart(5)
  const means = [mean(each.map(([first]) => first)), mean(each.map(([, pairs]) => pairs))]
  console.log(`${name.padEnd(32)}${[means, ...each].map(both => both.map(percent).join(' ')).join(' |')}`)
}

console.log('\nOf the first three the team leads with, pairs in the right order: mean | each repository')
const [some] = [...all.values()].flat(2)
for (const name of Object.keys(some?.orders ?? {})) report(name, () => one => one.orders[name] as number[])
for (const names of [['notable', 'sure', 'breaking'], Object.keys(some?.features ?? {})])
  report(`fitted: ${names.length} features`, left => {
    const weights = fit(
      [...all].flatMap(([dir, releases]) => (dir === left ? [] : [releases])),
      names,
    )
    return ({ features }) => [
      names.reduce((sum, name, at) => sum + (features[name] ?? 0) * (weights[at] as number), 0),
    ]
  })

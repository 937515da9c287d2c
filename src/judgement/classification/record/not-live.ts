import { BACKSTAGE, roleOf } from '#judgement/classification/features/file-role.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

const GATE = '(?:feature[- ]?)?(?:flag|toggle|gate|switch|killswitch|experiment)s?'
/** Text that says that a change is hidden, switched off or for a few. */
const HIDDEN = new RegExp(
  [
    String.raw`\b(?:behind|under|gated by|guarded by|hidden by|protected by) (?:(?:a|an|the|our|its|new) )?(?:[\w\`'"-]{1,40} ){0,2}${GATE}\b`,
    String.raw`\b(?:feature[- ])?flagged off\b|\bfeature[- ](?:flagged|gated)\b|\bdark[- ]launch`,
    String.raw`\b(?:not|isn['’]t|aren['’]t|won['’]t be) (?:yet )?(?:live|released|enabled|visible|exposed|shipped|available|reachable|public)(?: yet)?(?: to| for| in production)? ?(?:users|customers|everyone|anyone|the public|production|by default|yet)\b`,
    String.raw`\b(?:only|just) (?:enabled|visible|available|live|on) (?:to|for|in) (?:internal|staff|employees|our team|the team|us|staging|development|a (?:small )?(?:group|set)|selected|preview|beta testers)`,
    String.raw`\b(?:for|to) (?:internal users|staff|employees|dogfood\w*) only\b|\b(?:internal|private) preview\b|\bpreview group\b`,
    String.raw`\b(?:nothing|nobody|no one|no \w+) (?:\w+ ){0,2}(?:calls?|consumes?|emits?|invokes?|reads?|renders?|sends?|shows?|triggers?|uses?) (?:it|this|them) yet\b`,
    String.raw`\bnot (?:yet )?(?:wired|hooked|plugged)(?: up| in(?:to)?)?\b.{0,40}\byet\b|\bnot yet (?:wired|hooked|plugged)\b|\b(?:this|it|that|change|commit) is inert\b|\binert (?:for now|until)\b`,
    String.raw`\b(?:unreleased|not yet released|disabled for now|off by default for now)\b`,
  ].join('|'),
  'i',
)
const TITLED =
  /^[[(]?(?:experiment(?:al)?|unreleased|internal preview|labs|dark launch|flagged)[\])]?(?:[:\s/-]|$)|[[(](?:experimental|unreleased|flagged|behind (?:a )?flag|internal preview)[\])]/i
/** Text that says that a change is released, or is about the flag itself. */
const LET_OUT =
  /\b(?:remov|delet|drop|retir|clean|launch|releas|roll(?:s|ed|ing)?[- ]?out|graduat|enabl|turn(?:s|ed|ing)? on|flip|switch(?:es|ed|ing)? on|default on|on by default|general(?:ly)? availab|no longer|out of (?:beta|preview)|promot|stabili)/i
/** The same for a sentence of a description, in fewer words, since it may be about a later day. */
const ALREADY_OUT =
  /\b(?:remov|delet|drop|retir|clean)\w*\b|\bno longer\b|\bon by default\b|\b(?:was|were|used to be)\b|\bnow enabled\b/i
const LABEL =
  /^(?:[\w-]+[/: ]+)?(?:behind[- ](?:a[- ])?(?:feature[- ])?flag|feature[- ]?flag(?:ged)?|flagged|experiment(?:al)?|not[- ](?:yet[- ])?live|not[- ]released|unreleased|dark[- ]launch|internal[- ]preview|private[- ]preview|do[- ]not[- ]announce|dogfood)$/i
/** Folders of experiments. */
const TRIED = /(?:^|\/)(?:experiments?|experimental|unreleased|prototypes?|labs)\//i
/** Files where flags are defined. A file named just `flags` defines those of a command line in Go, Python and Rust. */
const FLAGS =
  /(?:^|\/)(?:(?:feature[-_]?(?:flags?|toggles?|gates?)|toggles|experiments)(?:\/[^/]+)?\.(?:py|go|rs)|(?:feature[-_]?(?:flags?|toggles?|gates?)|flags|toggles|experiments)(?:\/[^/]+)?\.(?:ts|js|tsx|json|ya?ml|rb|kt|java|php|toml|cs|ex))$/i

/** Matches a commit in a description that lists commits with their messages. */
const COMMIT = /^\* \S.*\n\n(?=[^*\s])/gm

const BODY_READ = 4_000

/**
 * Why customers cannot have the change yet, in a sentence; null where nothing says so. A flag that is removed or turned on lets the change
 * out.
 */
export function notLiveReason({ title, body, labels, files }: MergedPull): string | null {
  if (LET_OUT.test(title)) return null
  if (HIDDEN.test(title) || TITLED.test(title)) return 'The title says that it is not live for everyone yet.'
  const label = labels.find(one => LABEL.test(one.trim()))
  if (label !== undefined) return `It is labelled “${label}”.`
  const said = sentencesOf(body).find(sentence => HIDDEN.test(sentence) && !ALREADY_OUT.test(sentence))
  if (said !== undefined) return `The description says: “${shortened(said)}”`
  return placeReason(files)
}

/** A description from its last commit on where it lists several with their messages: what was so in between is not so when all are merged. */
const asMerged = (body: string): string => {
  const [first, ...others] = body.matchAll(COMMIT)
  return first && others.length > 0 ? body.slice(body.lastIndexOf('\n* ')) : body
}

/** Sentences of prose; of a checklist, what is ticked. */
const sentencesOf = (body: string): string[] =>
  asMerged(withoutComments(body))
    .slice(0, BODY_READ)
    .split(/\n|(?<=[.!?]) /)
    .map(line => line.trim())
    .filter(line => !/^[-*+] \[ \]/.test(line))
    .map(line => line.replace(/^[-*+>#]+ (?:\[x\] )?/i, ''))

const SHOWN = 120
const shortened = (sentence: string): string =>
  sentence.length <= SHOWN ? sentence : `${sentence.slice(0, sentence.lastIndexOf(' ', SHOWN))}…`

function placeReason(files: MergedPull['files']): string | null {
  const product = files.filter(({ path }) => !BACKSTAGE.has(roleOf(path)))
  if (product.length === 0) return null
  if (product.every(({ path }) => TRIED.test(path))) return 'It only changes what is being tried out.'
  const flag = product.find(
    ({ path, additions, deletions, status }) =>
      FLAGS.test(path) && (status === 'added' || (status === 'modified' && additions > 0 && deletions === 0)),
  )
  return flag !== undefined && product.length > 1 ? `It adds a feature flag in ${flag.path}.` : null
}

import type { Act } from '../api/use-change.ts'
import { TextArea } from '../parts/form/form.tsx'
import { namedOptions, Select } from '../parts/form/select.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { useKeptFields } from '../settings/use-kept-fields.ts'
import { linesOf } from '../text.ts'
import type { Repository } from './queries.ts'

const ANNOUNCE_ON: Record<Repository['announceOn'], string> = {
  merge: 'As soon as it is merged',
  release: 'Once a release contains it',
  tag: 'Once a tag contains it',
}

/** "Merges in apps/web/**, each once a release contains it"; null if all merges are announced at once. */
export function rulesText({ includePaths, excludePaths, announceOn }: Repository): string | null {
  const paths = [...includePaths, ...excludePaths.map(path => `not ${path}`)].join(', ')
  if (paths === '' && announceOn === 'merge') return null
  return `${paths ? `Merges in ${paths}` : 'All merges'}, each ${ANNOUNCE_ON[announceOn].toLowerCase()}`
}

/** The form for which merges of a repository belong to the changelog, and from when they may be announced. */
export function RulesForm({ repository }: { repository: Repository }) {
  const { announceOn, includePaths, excludePaths, host, name } = repository
  const fields = useKeptFields(`rules-${repository.id}`, {
    announceOn,
    include: includePaths.join('\n'),
    exclude: excludePaths.join('\n'),
  })
  const { values, bind, pick } = fields
  const save = (act: Act, { include, exclude, announceOn }: Partial<typeof values>) =>
    act('repository set', {
      repo: `${host}/${name}`,
      announceOn,
      include: include === undefined ? undefined : linesOf(include),
      exclude: exclude === undefined ? undefined : linesOf(exclude),
    })
  return (
    <SettingsForm fields={fields} onSave={save}>
      <Select label="Announce a merge" options={namedOptions(ANNOUNCE_ON)} {...pick('announceOn')} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextArea
          label="Only these paths"
          hint="Such as apps/web/**, one a line. Empty: all."
          {...bind('include')}
        />
        <TextArea
          label="Not these paths"
          hint="A merge that changes nothing else is left out."
          {...bind('exclude')}
        />
      </div>
    </SettingsForm>
  )
}

import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Time } from '../parts/text/time.tsx'
import { type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { folderName } from '../text.ts'

type GitImport = RunOf<'git import'>

/** The imports of git directories and their results. */
export function GitImports() {
  const { data } = useAccountQuery(runsQuery)
  const imports = runsOf(data ?? [], 'git import')
  if (imports.length === 0) return null
  return (
    <Section title="Imported git directories">
      <Rows>
        {imports.map(run => (
          <Row
            key={run.id}
            title={<span title={run.subject}>{folderName(run.subject)}</span>}
            meta={<Time at={run.startedAt} />}
            action={
              <>
                {run.state === 'done' && run.counts.userFacing > run.counts.announced && (
                  <Onward past={run.options.past} />
                )}
                <ImportAgain run={run} />
              </>
            }
          >
            <RunStatus run={run} />
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

/** The directories as options, by name; by path if several have the same name. */
export const directoryOptions = (directories: readonly { path: string }[]) => {
  const names = Map.groupBy(directories, ({ path }) => folderName(path))
  return directories.map(({ path }) => {
    const name = folderName(path)
    return { value: path, label: names.get(name)?.length === 1 ? name : path }
  })
}

/** A button that repeats an import, for what was merged since, or for what was left when it stopped. */
export function ImportAgain({ run }: { run: GitImport }) {
  const { may } = useAccount()
  if (run.state === 'running' || !may('owner')) return null
  return (
    <ChangeButton
      verb={run.state === 'done' ? 'Import' : 'Continue'}
      send={act => act('import start', { directory: run.subject, ...run.options })}
    />
  )
}

/** A link to what comes after an import. Renders nothing if everything became history. */
function Onward({ past }: Pick<GitImport['options'], 'past'>) {
  const className = buttonClass('secondary')
  if (past === 'history') return null
  return past === 'publish' ? (
    <PageLink to="/$account/start" search={{ step: 'review' }} className={className}>
      Look through them and publish
    </PageLink>
  ) : (
    <PageLink to="/$account/review" className={className}>
      Review the drafts
    </PageLink>
  )
}

import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { ask } from '../../parts/overlay/confirm.tsx'
import { Headline } from '../../parts/text/headline.tsx'
import { counted } from '../../text.ts'
import type { OwnChangelog } from '../queries.ts'

interface Props {
  changelog: OwnChangelog
  onDone: () => void
}

/** The team's own changelog as the past: the newest of what it tells beside the machine's words, and the way to publish it. */
export function OwnPast({ changelog: { name, releases, beside }, onDone }: Props) {
  const publish = useChange(act => act('import past', { past: 'changelog' }), onDone)
  const makeSure = async () => {
    const text = `${counted(releases, 'release was', 'releases were')} found. Readers see them at once, each with its own date; one whose date is not known, or whose version comes twice, is left out. Nothing is posted to social networks.`
    if (await ask({ title: `Publish the releases of ${name}?`, verb: 'Publish', text })) publish.mutate()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {beside.length > 0 && (
        <>
          <p className="max-w-[64ch] text-quiet text-pretty">
            The newest changes in {name}, in your team’s words and in those of Tidings.
          </p>
          <table className="w-full table-fixed rounded-md text-left ring-1 ring-line">
            <thead className="text-s text-quiet">
              <tr>
                <th className="px-3 py-2 font-normal">Your changelog</th>
                <th className="px-3 py-2 font-normal">Tidings</th>
              </tr>
            </thead>
            <tbody>
              {beside.map(({ number, theirs, ours }) => (
                <tr key={number} className="border-t border-line/60 align-top wrap-anywhere">
                  <td dir="auto" className="px-3 py-2">
                    <Headline title={theirs} />
                  </td>
                  <td dir="auto" className="px-3 py-2">
                    {ours === null ? (
                      <span className="text-quiet">Nothing: no customer would notice.</span>
                    ) : (
                      <Headline title={ours} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <Problem error={publish.error} />
      <div>
        <Button variant="primary" busy={publish.isPending} onClick={() => void makeSure()}>
          Publish…
        </Button>
      </div>
    </div>
  )
}

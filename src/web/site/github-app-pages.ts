import type {
  ConnectionChoices,
  ConnectionOffer,
  InstallationChoice,
  RepositoryChoice,
} from '#pipeline/github-app/connect.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import type { AppRegistration } from '#pulls/connections/connect-requests.ts'
import type { AppManifest } from '#pulls/hosts/host-app.ts'

/** What a page says; everything that came from elsewhere is escaped in it. */
export interface Sheet {
  title: string
  /** HTML. */
  body: string
}

const shown = (text: string): string => escapeMarkup(safeLine(text))

const RIGHTS = `<p>It may read pull requests, issues and contents of the repositories that you choose, and change nothing. GitHub shows this again before you agree.</p>`

/** One button, which posts the manifest to the host. */
export function registrationSheet({
  url,
  manifest,
  registration,
}: AppManifest & { registration: AppRegistration }): Sheet {
  const host = shown(new URL(url).host)
  const owner =
    registration.organisation === null
      ? 'your own account'
      : `the organisation ${shown(registration.organisation)}`
  return {
    title: 'Register the GitHub app',
    body: `<p>${host} will register an app called <strong>${shown(registration.name)}</strong> for ${owner}. Through it Tidings hears of merges, without a token or a webhook for each repository.</p>
${RIGHTS}
<form method="post" action="${escapeMarkup(url)}">
<input type="hidden" name="manifest" value="${escapeMarkup(manifest)}">
<button>Continue on ${host}</button>
</form>
<p class="aside">You can change the name there. ${host} then sends you back here; the keys of the app come with you and are kept encrypted.</p>`,
  }
}

const CONNECT = '<pre><code>npx tidings source connect github --account ID</code></pre>'

export const registeredSheet = ({
  host,
  installAddress,
}: {
  host: string
  installAddress: string
}): Sheet => ({
  title: 'The app is registered',
  body: `<p>Its keys are stored, encrypted. Two steps are left.</p>
<ol class="steps">
<li><p>Install it, and choose the repositories that it may read.</p><p><a class="button" href="${escapeMarkup(installAddress)}">Install it on ${shown(host)}</a></p></li>
<li><p>Say which account they belong to. This prints the link that connects them:</p>${CONNECT}</li>
</ol>`,
})

/** After an installation that was not begun from a link of ours: who came, and for which account, is not known. */
export const installedSheet = (): Sheet => ({
  title: 'The app is installed',
  body: `<p>Nothing is read yet: say first which account the repositories belong to. This prints the link that connects them:</p>${CONNECT}`,
})

export const offerSheet = ({ account, host, proofAddress, installAddress }: ConnectionOffer): Sheet => ({
  title: 'Connect repositories',
  body: `<p>What is merged in the repositories that you choose goes to the changelog of <strong>${shown(account)}</strong>.</p>
<p>First ${shown(host)} confirms who you are: you can connect what you administer there.</p>
<p class="actions"><a class="button" href="${escapeMarkup(proofAddress)}">Confirm on ${shown(host)}</a></p>
<p class="aside">Not installed yet? <a href="${escapeMarkup(installAddress)}">Install the app first</a>; it leads back here.</p>`,
})

export function choiceSheet(choices: ConnectionChoices): Sheet {
  const { account, installations, isDone } = choices
  if (isDone) return connectedSheet(choices)
  const rest = installations.some(canChoose)
    ? '<p class="actions"><button>Connect what is ticked</button></p>'
    : '<p>There is nothing left to connect.</p>'
  return {
    title: 'Which repositories?',
    body: `<p>What is merged in them goes to the changelog of <strong>${shown(account)}</strong>. An installation of the app that you choose from belongs to that account from then on.</p>
<form method="post">
${installations.map(installationPart).join('\n')}
${installations.length === 0 ? nothingFound(choices) : rest}
</form>
<p class="aside">A repository is missing? Only those that you administer are shown. <a href="${escapeMarkup(choices.installAddress)}">Let the app read more of them</a>, then use a new link.</p>`,
  }
}

const canChoose = ({ obstacle, repositories }: InstallationChoice): boolean =>
  obstacle === null && repositories.some(isOpen)

const isOpen = ({ standing }: RepositoryChoice): boolean => standing === 'new' || standing === 'to reconnect'

const nothingFound = ({ host }: ConnectionChoices): string =>
  `<p>The app is installed on no account of ${shown(host)} with a repository that you administer.</p>`

const installationPart = (installation: InstallationChoice): string => `<fieldset class="choices">
<legend>${shown(installation.account)}</legend>
${installation.obstacle === null ? '' : `<p>${shown(installation.obstacle)}</p>`}
<ul>${installation.repositories.map(repository => choicePart(repository, installation)).join('')}</ul>
</fieldset>`

const SAYS: Record<RepositoryChoice['standing'], string> = {
  new: '',
  connected: 'connected already',
  elsewhere: 'connected already, by a webhook of its own',
  'to reconnect': 'to be reconnected',
}

function choicePart(repository: RepositoryChoice, { obstacle }: InstallationChoice): string {
  const { key, name, standing } = repository
  const disabled = obstacle === null && isOpen(repository) ? '' : ' disabled'
  const says = SAYS[standing] && ` <span>${SAYS[standing]}</span>`
  return `<li><label><input type="checkbox" name="repository" value="${escapeMarkup(key)}"${disabled}> <b>${shown(name)}</b>${says}</label></li>`
}

function connectedSheet({ account, installations }: ConnectionChoices): Sheet {
  const connected = installations
    .filter(({ obstacle }) => obstacle === null)
    .flatMap(({ repositories }) => repositories.filter(({ standing }) => standing === 'connected'))
  return {
    title: 'Connected',
    body: `<p>From now on these tell <strong>${shown(account)}</strong> of their merges:</p>
<ul>${connected.map(({ name }) => `<li>${shown(name)}</li>`).join('')}</ul>
<p>What was merged before is read by</p>
<pre><code>npx tidings backfill --account ID</code></pre>`,
  }
}

export const failureSheet = (sentence: string): Sheet => ({
  title: 'That did not work',
  body: `<p>${shown(sentence)}</p>`,
})

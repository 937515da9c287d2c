import { withoutComments } from '#platform/markup/markup.ts'

/**
 * What attackers do, or the number of a vulnerability, in a title. "Security" alone as often names a page or a header, and "injection"
 * what becomes of scripts and sidecars.
 */
export const VULNERABILITY =
  /\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3}|xss|csrf|ssrf|rce|redos|vulnerabilit(?:y|ies)|exploits?|saniti[sz]e|(?:path|directory) traversal|privilege escalation|(?:auth\w*|permissions?|access|login) bypass|bypass(?:ing|ed|es)? (?:of )?(?:auth\w*|permissions?|access)|open redirects?|prototype pollution|denial[- ]of[- ]service|remote code execution|clickjacking|timing attacks?|constant[- ]time|zip slip|buffer overflow|(?:sql|nosql|html|script|command|code|header|template|crlf|shell|argument|prompt|log|css|ldap) injections?)\b/i

/** What an attacker could do, as descriptions put it. Names of weaknesses alone are not enough, because many checklists contain them. */
const ATTACK =
  /[`'"“]javascript:|\bjavascript: ?(?:ur[li]s?|address(?:es)?|links?|schemes?)\b|\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3})\b|\battackers?\b|\b(?:arbitrary|remote) (?:code|script|javascript|command|file|sql)\b|\bmalicious(?:ly)? (?:user|actor|input|link|url|address|file|script|code|html|payload|site|page|crafted|request|server|package)|\b(?:stored|reflected|dom)[- ](?:based )?xss\b|\b(?:xss|csrf|ssrf|injection|traversal|redirect|deserialization) (?:vulnerability|attack|vector)|\bsecurity (?:vulnerability|hole|issue|flaw|advisory)\b|\bprivilege escalation\b|\bsession (?:hijacking|fixation)\b/i

const CHARACTERS_READ = 4_000

/** Whether a description tells of a hole that the change closes. */
export const describesAttack = (body: string): boolean =>
  ATTACK.test(withoutComments(body).slice(0, CHARACTERS_READ))

/** Verbs by which a title closes something. */
const CLOSES =
  /^(?:fix|patch|prevent|block|reject|refuse|disallow|forbid|escape|validate|sanitize|sanitise|restrict|harden|close|stop|strip|verify|check|do not|don['’]t|never)/i

/** A title that names a vulnerability, or that closes something of which the description tells what an attacker could do. */
export const isSecurityFix = (title: string, body: string): boolean =>
  VULNERABILITY.test(title) || (CLOSES.test(title) && describesAttack(body))

const SIGN_IN =
  /\b(?:passkeys?|webauthn|(?:two|multi)[- ]factor|[2m]fa|single sign[- ]on|sso|saml|openid|magic links?|(?:sign|log)[- ]?in (?:with|by|via|from))\b/i

/** Whether a title tells of a way to sign in. */
export const isWayToSignIn = (title: string): boolean => SIGN_IN.test(title)

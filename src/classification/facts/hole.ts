/**
 * What attackers do, or the number of a hole, in a title. "Security" alone names as often a page or a header, and "injection" what becomes
 * of scripts and sidecars.
 */
export const HOLE =
  /\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3}|xss|csrf|ssrf|rce|redos|vulnerabilit(?:y|ies)|exploits?|saniti[sz]e|(?:path|directory) traversal|privilege escalation|(?:auth\w*|permissions?|access|login) bypass|bypass(?:ing|ed|es)? (?:of )?(?:auth\w*|permissions?|access)|open redirects?|prototype pollution|denial[- ]of[- ]service|remote code execution|clickjacking|timing attacks?|constant[- ]time|zip slip|buffer overflow|(?:sql|nosql|html|script|command|code|header|template|crlf|shell|argument|prompt|log|css|ldap) injections?)\b/i

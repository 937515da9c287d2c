/** Small words of languages that are written in the same letters as English, none of them English. */
const FOREIGN =
  /(?:^|\s)(?:der|das|und|für|mit|nicht|beim|wird|el|los|las|del|para|une|les|des|pour|dans|avec|sur|não|com|uma|ao|dos|della|degli|nella|een|het|voor|och|för|nie|przy)(?=\s|$)/gi

/** Another language than English, whose words no rule here knows. */
export function isForeign(text: string): boolean {
  const prose = text.replace(/`[^`]*`/g, ' ')
  const foreign = prose.match(/[^\x00-\x7F\p{P}\p{S}\s]/gu)?.length ?? 0
  const small = prose.match(FOREIGN)?.length ?? 0
  return small >= 2 || foreign >= 3 || (small >= 1 && foreign >= 1)
}

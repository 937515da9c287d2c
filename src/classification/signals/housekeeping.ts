const HOUSEKEEPING = new RegExp(
  [
    String.raw`^(?:(?:chore|build|ci|release)(?:\([^)]*\))?: ?)(?:releas|publish|version|v?\d+\.\d+)`,
    String.raw`^(?:(?:prepar(?:e|ing)|cut|start|begin|tag|create|new|finali[sz]e|draft)\b.{0,40})?\breleas(?:e|es|ing):?(?: (?:of |version |candidate )?(?:[\w./@-]*[/@])?[a-z_.-]*\d[\w.-]*)?$`,
    String.raw`^(?:prepar(?:e|ing)|cut|start|begin|tag)\b.{0,40}\breleas`,
    String.raw`^(?:(?:add|update|write|draft|polish|edit|amend)s? )?(?:the )?(?:release notes?|change-?log|news)(?: (?:for|of|to|before|entries)\b|$)`,
    String.raw`^(?:version packages|version v?\d+\.\d|publish(?:ing)? v?\d|(?:\w+: )?bump(?:ed|s)?(?: the)? version|bump(?:ed)?(?: to)? v?\d+\.\d+|v?\d+\.\d+\.\d[\w.-]*$)`,
    String.raw`^\W*(?:\w+: )?(?:back-?port|cherry-?pick|forward-?port)`,
    String.raw`^(?:merge|sync)\b.{0,40}\b(?:into|branch|main|master|develop|next|release)\b`,
  ].join('|'),
  'i',
)

/** "Release/v0.6.3", "Prepare release 2.0.1", "Version 3.1": nothing is named but a version. */
const RELEASE =
  /^(?:(?:prepar(?:e|ing)|cut|tag|publish|create|start|finali[sz]e|merge) )?(?:the )?(?:(?:version|release|rc)\b[ /:#-]?(?:branch |candidate |for |of )?v?\d+\.\d[\w.+-]*|v\d+\.\d[\w.+-]*|\d+\.\d+\.\d[\w.+-]*)(?: release)?$/i

/** Is this the title of a release and of nothing else? */
export const isRelease = (title: string): boolean => RELEASE.test(title)

/** Is this the title of a release, a backport or a merge of branches, which tells nothing new by itself? */
export const isHousekeeping = (title: string): boolean => HOUSEKEEPING.test(title) || isRelease(title)

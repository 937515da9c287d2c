import { verbOf } from './verbs.ts'

/** Words that are no names wherever a title writes them with a capital: counted in titles and notes, in lower case in most repositories. */
const COMMON = new Set(
  `a ability able about above accepted accepting accepts access accessibility accessible accessing accounts
across action active actual actually adding addition additional address addresses advanced affect affected
after again against alias aliases alignment all allowed allowing allows along already alternative always an
analysis analytics and animation annotation annotations another any anymore anything app appear appearing
appears append application applied applies apply applying approach appropriate arbitrary architecture are
argument arguments around array arrays artifact artifacts as assertion assets assigned assignment associated
async at attached attempt attempting attempts attribute attributes attribution audit auth authentication
author authorization auto autocomplete automatic automatically automation available await back backend
background backport backward backwards bad badge bare base based basic batch be because become been before
behavior behaviour behind being below beta better between binary blank block blocked blocking blocks blog
body boolean bot both bottom branch break breaking breaks broken browser bucket buffer bug bugs build
builder building builds built bundle bundled but button buttons by bypass cache cached caching calculated
calculating calculation call callback callbacks called calling calls can cancel cancelled cannot canonical
capabilities capture cards case cases cause caused causing certain certificate certificates chain change
changed changelog changes changing channel characters check checker checking checks child children chunk
class classes cleanup clear click client clients close closed closes closing code codebase codes collection
collisions color colors column columns combined command commands comment comments commit commits common
comparison compat compatibility compatible complete completely completion complex component components
compression concurrency concurrent concurrently condition conditions config configs configurable
configuration configurations configure configured configuring confirmation conflict conflicting conflicts
connection connections consider considered consistency consistent consistently console const constant
constants contain container containers containing contains content contents context contexts continue
control controller conversion cookie copies copy copying core correct correctly could count coverage crash
crashing create created creates creating creation credentials critical current currently custom dark
dashboard data database date dates dead deadlock debug debugging decoding dedicated default defaults define
defined definition definitions delay delete deleted deleting deletion dep dependencies dependency deploy
deploying deployment deployments deprecated deprecation deps description descriptions descriptors detail
details detect detected detecting detection determine dev developer development devices dialog did diff
different direction directly directories directory disabled disabling discovery disk dispatch displayed
displaying doc docs documentation documents does domain domains done double down download draft dropped
dropping due duplicate duplicated duplication duration during dynamic dynamically each early easier edge
edit edited editing editor edits effect efficient element elements email embedded empty enabled enables
enabling encoding end endpoint endpoints enhancements entire entries entry enum env environment environments
error errors escape escaping etc evaluation even event events every example examples exception execution
exist existing exists exit expected experience experimental expired explicit explicitly export exported
exports exposed extended extension extensions external extra extract fail failed failing fails failure
failures fallback false fast favor feat feature features feedback fetch fetched fetching few field fields
file filename files filesystem filter filtered filtering filters final find finding first flag flags flaky
flow focus folder folders follow following font footer for force fork form format formats formatting forms
forward found framework free fresh from full fully function functionality functions future general generate
generated generating generation generator generic get gets getting give given global gracefully group groups
guide guidelines had hand handled handler handlers handling hang happens hardcoded has hash hashes have
having header headers headings health height help helper helpers hidden higher highlight hints history hit
hook hooks host hosts how icon icons identifier identifiers identify identity if ignored ignoring image
images immediately implementation implemented import imports improvement improvements in include included
includes including incomplete incorrect incorrectly incremental indefinitely index indexes indicator
individual infinite info information init initial initialization inject injection inline input inputs inside
install installation installed installing instance instances instead instructions integration intended
interactive interface interfaces internal into introduced invalid invalidation is issue issues it item items
its itself job jobs join just keeping key keys known label labels language languages large larger last later
latest layer lazy leading leak leaking leaks leave leaving left legacy length less level levels lib library
like limit limitations limited limits line lines link links lint linter linting list listener listing lists
live load loaded loader loading local locale locally location lock log logged logger logging logic login
logs long longer look lookup lookups loop loops lost low lower made main major making malformed manage
managed management manager manifest manual manually many map mapping mark marked match matches matching max
maximum may meant mechanism member members memory mention mentions menu merge merged merging message
messages messaging metadata method methods metrics middleware might migration migrations minimal minimum
minor misleading mismatch missed missing mixed mobile mock modal mode model modern modification module
modules more most msg multi multiple must mutation name named names namespace naming native navigation
necessary need needed needs negative nested network never new newer newline newly next nil no nodes non
normal not notes nothing notice notification notifications now null number numbers object objects obsolete
occur occurs of off official old older on onboarding once one only open opening operations operator
optimization option optional options or order ordering organization origin original orphaned other our out
outdated output outside over overflow override overrides overriding overwrite own owner package packages
padding page pages panel panic parallel param parameter parameters params parent parse parsed parser parsing
part partial parts passed passes passing password past patch path paths pattern patterns payload peer
pending per perform performance period permission permissions persist pin pinned pipeline place placeholder
places plain plan platform plugin plugins point pointer points policies policy pool populate port position
possible post potential preference prefix prefixes prepare presence present preventing preview previous
primary print prior priority private problem problems process processed processes processing processor
production profile profiles progress project prompt propagation proper properly properties property
protection protocol provide provided provider providers provides providing proxy public publish published
publishing pull push queries query querying queue quick quote quotes race random range ranges rare rate
rather raw read readability reading reads ready real reason reasons receive received receiving recent recipe
recipes recommended redirect redirecting redirects redundant ref refactoring reference referenced references
reflect refresh refreshing regarding regardless regex register registered registration registry regression
rejected related relative release releases relevant reload rely relying remain remaining remains remote
removal removed removing render rendered rendering replacement replacing reply repo report reported
reporting reports repository request requested requests require required requirement requirements requires
requiring reset resolution resolve resolved resolving resource resources response responses restricted
result resulting results retries retrieve retry return returned returning returns review right robust role
root route routes routing row rows rule rules run runner running runs runtime safe safely same sandbox
scanning scenario scenarios scheduled schema schemas scope scoped screen script scripts scroll search
searching second seconds secret secrets section sections secure select selected selecting selection selector
send sending sensitive sent separate separator sequence serialization serve server servers service services
session sessions set sets setting settings setup several share sharing sheet shell shopping short shortcut
should showing shown shows shutdown side sidebar sign signature signed signing silently similar simple since
single site situations size sizes skip skipped skipping slash slow small snapshot so socket some sometimes
sort sorting source sources space spaces spec special specific specified specify specifying spelling split
stable stack stale standalone standard start started starting startup state statement static stats status
step steps still stopped storage store stored strategies strategy stream streaming strict string strings
structure structured stuck style styles styling subject submit subscription subsequent subset success
successful successfully such suffix suite summary support supported supporting supports sure switch
switching syncing syntax system systems tab table tables tabs tag tags take takes target targets task tasks
team telemetry template templates temporarily temporary terminal test testing tests text than that the their
them themes themselves then there they things those through throughout throw time timeline timeout timeouts
timer times timestamp timestamps timing title titles to toggle token tokens too tool toolbar tooling tools
top total trace tracing track tracking trailing transient transition translate translation trigger triggered
triggers troubleshooting true trusted try trying tweaks twice two type typed types typo typos undefined
under unexpected unique unit unknown unless unnecessary unsupported until unused up updating upgrade
upgrades upgrading upload upon upstream usage usages use used user username users uses using util utility
utils valid validate validating validation validator value values var variable variables variant variants
various vars verification verify version versions via video view viewport virtual visibility visible visual
vs wait waiting want warning warnings was watch way we web webhook well were what when whenever where
whether which while whitespace who whole whose width wildcard will window with within without word wording
work workaround worker workflow workflows working works workspace would wrapper write writes writing written
wrong yet you your zero`.split(/\s+/),
)

/** Surely no name, so that its capital in a title is only decoration. */
export const isCommonWord = (lower: string): boolean => COMMON.has(lower) || verbOf(lower) !== undefined

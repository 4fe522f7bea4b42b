/**
 * The looks of a person by name: the hat, the tool of the trade, and traits as single words: `w` a woman, `old`,
 * `young`, `glasses`, `patch`, `scar`, `bald`, `beard`, `shaven`. Other traits depend on the number; see people.js.
 */

const TABLE = `
duke coronet scroll | count feather ring | baron coronet goblet beard | margrave fur sword | free_lord plumed falcon
prince crown sword young shaven | earl coronet glove old | king crown sceptre old beard | queen crown sceptre w
young_prince beret wooden young shaven
princess hennin rose w young | countess hennin fan w | baroness bonnet ring w old | noblewoman tiara fan w
burgrave helmet key beard
duchess tiara letter w | lord feather goblet
archivist skullcap scroll glasses old | juror cap scales | customs_officer cap stamp
city_chamberlain chaperon coins | councillor chaperon letter old
notary cap quill glasses | judge wig scales old shaven | seal_master cap stamp beard | mayor chaperon chain old
tax_collector widebrim coins
reeve bycocket staff beard | beadle cap bell | magistrate chaperon book | building_inspector cap plumb
harbour_master bycocket anchor beard
gauger skullcap scales glasses | hangman hood rope beard
acrobat band ball young | bard feather lute | juggler motley ball | minstrel feather flute young
dancer band tambourine w young
fire_eater band torch scar | jester motley marotte shaven | actor plumed mask | conjurer cone wand old
jongleur motley dice
innkeeper none jug beard | barmaid kerchief jug w | singer none song w | dice_player beret dice patch
bath_keeper kerchief bucket
soothsayer kerchief orb w old | puppeteer phrygian puppet
spice_merchant turban sack | cloth_merchant chaperon cloth | wine_merchant beret grapes
salt_merchant widebrim sack beard | fur_merchant fur cloth beard
moneylender skullcap coins old | bookkeeper cap book glasses | shop_master beret scales
grand_merchant chaperon chest | long_distance_trader turban compass
peddler straw sack old | market_woman kerchief basket w | fishwife kerchief fish w old | broker plumed letter
shipowner widebrim ship
market_overseer cap bell old | barterer phrygian apple
charcoal_burner none torch beard | mason coif trowel | miller toque wheat | shoemaker coif shoe | vintner straw grapes
saddler coif saddle | well_builder coif bucket | guild_master chaperon chain | carpenter none saw beard
roofer phrygian hammer young
smith none hammer bald beard | baker toque bread w | butcher coif cleaver | tailor none scissors glasses
potter kerchief jug w
brewer straw barrel | tanner coif cloth beard
messenger bycocket letter young | herald beret horn | coachman widebrim whip | scribe none quill young
stable_boy none fork young
farmhand straw fork | maid bonnet broom w young | chambermaid bonnet candle w | page beret letter young shaven
valet wig bell shaven
cupbearer none goblet | steward cap key old | cook toque ladle | hunt_master bycocket horn beard | gardener straw rose
court_marshal plumed staff | master_of_ceremonies wig staff old shaven
nun wimple rosary w | monk cowl book shaven | parish_priest biretta book | chaplain tonsure cross
altar_boy none candle young shaven
bishop mitre crozier old | preacher skullcap book beard | inquisitor hood cross scar | cardinal galero cross
abbot mitre rosary
abbess wimple crozier w old | sexton none bell old bald | pilgrim widebrim staff | canon biretta candle
confessor tonsure rosary old
prior cowl key | lay_brother tonsure broom beard
art_embroiderer bonnet needle w | painter beret brush w young | sculptor coif chisel beard
goldsmith skullcap ring glasses | illuminator none brush young
engraver beret chisel glasses | plasterer coif trowel | architect chaperon plumb | patron hennin coins w old
poet none quill w
glass_blower band flask | tapestry_weaver wimple cloth w old | composer none song w | lute_maker phrygian lute
wood_carver none chisel old beard
model none rose w young | glass_painter beret pane
watchdog helmet bone | fire_watchman kettle bucket | dike_warden widebrim spade | plague_doctor widebrim beak
bodyguard helmet sword scar
gatekeeper kettle key | tower_warden kettle horn old | jailer coif key bald | captain plumehelm sword beard
knight plumehelm shield
squire none shield young shaven | night_watchman hood lantern | archer bycocket bow | mercenary kettle axe patch
lansquenet plumed halberd
scout hood spyglass young | militia kettle halberd
arsonist hood torch | quack cone flask | sluice_breaker none hammer | highwayman widebrim pistol mask
schemer chaperon letter
thief hood coins young | beggar kerchief bowl old | troublemaker phrygian stone young | assassin hood dagger scar
robber band club patch
smuggler kerchief barrel | swindler plumed dice | vandal none club bald scar | king_of_thieves crown dagger patch
fence skullcap ring old
executioner hood axe | saboteur coif rope
philosopher none scroll old beard bald | mathematician skullcap compass | historian wimple book w old
student mortarboard book young shaven | magister mortarboard scroll
alchemist cone flask old | astronomer mortarboard spyglass | inventor none gear glasses | geographer beret orb
rector mortarboard chain old
physician skullcap flask | apothecary bonnet mortar w | cartographer chaperon scroll glasses
librarian wimple book w glasses | stargazer hennin star w
navigator none compass w | strategist plumehelm pawn
egyptian turban scroll | dane helmet axe beard | englishman beret rose | greek none amphora w | italian plumed lute
frenchwoman hennin fan w | norwegian fur fish beard | portuguese kerchief ship w | russian fur goblet beard
spaniard widebrim guitar
scotsman tam bagpipe beard | irishman bycocket harp | pole fur sword | hungarian plumed whip | austrian bycocket song
finn fur bow | swede none apple w
`;

const ROWS = TABLE.split(/[|\n]/).map((row) => row.trim().split(" ")).filter(([id]) => id);
/** By name. */
const LOOKS = new Map(ROWS.map(([id, hat, tool, ...words]) => [id, { hat, tool, words: new Set(words) }]));

/** @typedef {{ hat: string, tool: string, words: Set<string> }} Look */

/** The looks of a name that is not listed: the set of cards may change. */
const PLAIN = { hat: "none", tool: "", words: new Set() };

/** @param {string} id */
export const lookOf = (id) => LOOKS.get(id) ?? PLAIN;

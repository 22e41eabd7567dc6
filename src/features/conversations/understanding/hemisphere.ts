export type Hemisphere = "north" | "south";

/** Countries south of the tropics' middle, and those on the equator, which have no such seasons. */
const south = "AR AU BO BR BW CL FJ LS MG MU MZ NA NC NZ PY SZ UY ZA ZM ZW".split(" ");
const tropical = "CO CR EC GA GH GT HN ID KE LK MY NG NI PA PE PH SG SV TZ UG VE".split(" ");

/** Which seasons a country has; null if that is unknown. */
export const hemisphereOf = (region: string | null): Hemisphere | null =>
  region === null || tropical.includes(region) ? null : south.includes(region) ? "south" : "north";

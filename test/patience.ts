/** How long, in ms, what must not be waited for may take: on a busy machine everything takes seconds. */
export const patienceMs = 20_000;

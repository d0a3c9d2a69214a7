export { type Placed, placesOfEvents } from './places-of-events.ts';
export { covers, isWithinReach, ofTicketWithinReach, type Place, withinReach } from './within-reach.ts';

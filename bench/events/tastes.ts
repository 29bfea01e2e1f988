import { createRandomSource } from '#demo/random-source.ts';
import {
  isRecommended,
  scoreOf,
  type EventSignals,
} from '#server/features/events/recommendations/recommendations.rules.ts';

/*
 * Event recommendations on generated data with known tastes. People's attendance depends on their tastes, and recommendations only use what
 * the product knows (clubs, declared interests, connections who attend, tags of attended events, free time). It uses the product's rules
 * without a database.
 */

const size = {
  people: 3_000,
  topics: 14,
  clubs: 220,
  past: 300,
  coming: 160,
  connections: 12,
  /** Number of recommendations. */
  shown: 6,
} as const;

interface Person {
  readonly liked: ReadonlySet<number>;
  readonly declared: ReadonlySet<number>;
  readonly clubs: ReadonlySet<number>;
  readonly connections: readonly number[];
}
interface Event {
  readonly topic: number;
  readonly club: number | null;
  /** True if its tags and title indicate its topic. */
  readonly isTagged: boolean;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** A ranking with its score: the share of attended events, up to the number of recommendations, that were recommended. */
interface Ranking {
  readonly name: string;
  readonly rank: (person: number) => readonly number[];
}

/** Compares the product’s ranking with the most popular events and with chance. Returns lines for the figures. */
export const measureTastes = (): string[] => {
  const chance = createRandomSource(2_026);
  const some = (count: number, most: number) =>
    new Set(range(count).map(() => Math.floor(chance.next() * most)));
  const clubTopics = range(size.clubs).map(() => Math.floor(chance.next() * size.topics));
  const liked = range(size.people).map(() => some(2 + Math.floor(chance.next() * 2), size.topics));
  const people = liked.map((own, me): Person => {
    const alike = (other: number) => [...own].some((topic) => liked[other]?.has(topic));
    const connections = range(size.connections).flatMap(() => {
      const other = Math.floor(chance.next() * size.people);
      return other !== me && (alike(other) || chance.of(0.4)) ? [other] : [];
    });
    const clubs = range(size.clubs).filter((club) =>
      chance.of(own.has(clubTopics[club] ?? -1) ? 0.05 : 0.004),
    );
    const declared = [...own].filter(() => chance.of(0.6));
    if (chance.of(0.2)) declared.push(Math.floor(chance.next() * size.topics));
    return { liked: own, declared: new Set(declared), clubs: new Set(clubs), connections };
  });
  const eventsOf = (count: number) =>
    range(count).map((): Event => {
      const club = chance.of(0.75) ? Math.floor(chance.next() * size.clubs) : null;
      const topic =
        club === null || chance.of(0.15)
          ? Math.floor(chance.next() * size.topics)
          : (clubTopics[club] ?? 0);
      return { topic, club, isTagged: chance.of(0.8) };
    });
  const [past, coming] = [eventsOf(size.past), eventsOf(size.coming)];
  /** The attraction of an event regardless of the person, which popularity can detect. */
  const draw = coming.map(() => 0.4 + chance.next() * 1.6);
  const goes = (person: Person, event: Event, weight: number, pull = 1) =>
    chance.of(
      Math.min(
        0.9,
        weight *
          pull *
          ((person.liked.has(event.topic) ? 0.14 : 0.01) +
            (event.club !== null && person.clubs.has(event.club) ? 0.25 : 0)),
      ),
    );
  const attended = people.map((person) => past.map((event) => goes(person, event, 0.6)));
  // Some people register early, and the rankings see that. They predict the others.
  const registered = people.map((person) =>
    coming.map((event, at) => goes(person, event, 0.35, draw[at])),
  );
  const wanted = people.map((person, me) => {
    const known = person.connections.map((other) => registered[other]);
    return coming.map((event, at) => {
      if (registered[me]?.[at]) return false;
      const friends = known.filter((one) => one?.[at]).length;
      return goes(person, event, 0.65 * (1 + 0.5 * friends), draw[at]);
    });
  });
  const popularity = coming.map((_, at) => registered.filter((one) => one[at]).length);
  const open = (me: number) => range(size.coming).filter((at) => !registered[me]?.[at]);
  const signalsOf = (me: number, at: number): EventSignals => {
    const [person, event] = [people[me] as Person, coming[at] as Event];
    const topics = new Set(
      past.flatMap((one, place) =>
        attended[me]?.[place] && one.isTagged ? [`topic ${one.topic}`] : [],
      ),
    );
    const tag = `topic ${event.topic}`;
    return {
      clubs: event.club !== null && person.clubs.has(event.club) ? ['club'] : [],
      interests: event.isTagged && person.declared.has(event.topic) ? [tag] : [],
      known: person.connections.filter((other) => registered[other]?.[at]).length,
      attended: event.isTagged && topics.has(tag) ? [tag] : [],
      isFree: (me + at) % 3 === 0,
      disliked: 0,
    };
  };
  const byScore = (me: number, scores: (at: number) => number) =>
    open(me).toSorted((a, b) => scores(b) - scores(a) || a - b);
  const rankings: readonly Ranking[] = [
    {
      name: 'recommendations',
      rank: (me) => {
        const signals = new Map(open(me).map((at) => [at, signalsOf(me, at)]));
        const fit = (at: number) => signals.get(at) as EventSignals;
        return byScore(me, (at) => scoreOf(fit(at))).filter((at) => isRecommended(fit(at)));
      },
    },
    { name: 'popularity', rank: (me) => byScore(me, (at) => popularity[at] ?? 0) },
    {
      name: 'random',
      rank: (me) => {
        const order = range(size.coming).map(() => chance.next());
        return byScore(me, (at) => order[at] ?? 0);
      },
    },
  ];
  const asked = range(size.people).filter((me) => wanted[me]?.some(Boolean));
  const found = rankings.map(({ name, rank }) => {
    const shares = asked.map((me) => {
      const targets = wanted[me] ?? [];
      const hits = rank(me)
        .slice(0, size.shown)
        .filter((at) => targets[at]).length;
      return hits / Math.min(size.shown, targets.filter(Boolean).length);
    });
    return { name, recall: mean(shares), helped: mean(shares.map((one) => Number(one > 0))) };
  });
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  return [
    `Recommendations at a generated school: ${asked.length} of ${size.people} people with known preferences attended events that they had not registered for yet. Of those events, these are among the ${size.shown} recommended ones:`,
    '',
    '| ranking | attended events found | people with at least one |',
    '|---|---|---|',
    ...found.map(
      ({ name, recall, helped }) => `| ${name} | ${percent(recall)} | ${percent(helped)} |`,
    ),
  ];
};

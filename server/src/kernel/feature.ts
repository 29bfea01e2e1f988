import type { RawBuilder } from 'kysely';
import { transact } from './context.ts';
import type { Db } from './database/database.ts';
import type { FileReferences } from './files/file-references.ts';
import type { Files } from './files/files.ts';
import type { Route } from './http/route.ts';
import { onEvent, type EventHandler } from './jobs/event-handler.ts';
import type { MaintenanceTask } from './jobs/maintenance.ts';
import type { LiveSource } from './live/live-sources.ts';

/**
 * What the export of somebody's own data holds of a feature: for each section a subquery that answers a JSON array, or null for none.
 * `name`: the name of another person, of whom the subquery has the row as `o`, as far as the person sees it.
 */
export type PersonalData = (
  me: number,
  name: RawBuilder<string>,
) => Readonly<Record<string, RawBuilder<unknown>>>;

/** What a feature brings to the server. `app.ts` lists the features; nothing else names them. */
export interface Feature {
  /** The folder's name. */
  readonly name: string;
  readonly personalData?: PersonalData;
  /** What answers its endpoints. */
  readonly handlers?: readonly Route[];
  /** Later work, by the event that causes it. */
  readonly jobs?: readonly EventHandler[];
  /** Removes what the feature keeps of somebody who is erased; runs in a transaction after theirs, perhaps twice. */
  readonly erase?: (db: Db, userId: number, now: Date) => Promise<unknown>;
  /** Work of every hour, school by school. */
  readonly maintenance?: readonly MaintenanceTask[];
  /** The same where it needs the stored files. */
  readonly maintenanceOfFiles?: (files: Files) => readonly MaintenanceTask[];
  /** What sockets hear of events. */
  readonly liveSources?: readonly LiveSource[];
  /** Which stored files its rows name; a file that nothing names is removed. */
  readonly fileReferences?: readonly FileReferences[];
}

/** All later work of a feature: what it lists, and the erasure of people. */
export const featureJobs = ({ name, jobs = [], erase }: Feature): readonly EventHandler[] =>
  erase === undefined
    ? jobs
    : [
        ...jobs,
        onEvent(`${name}.forget-person`, 'person_erased', (scope, { userId }) =>
          transact(scope, ({ db, clock }) => erase(db, userId, clock.now()).then(() => undefined)),
        ),
      ];

/** Declares a feature. */
export const feature = (parts: Feature): Feature => parts;

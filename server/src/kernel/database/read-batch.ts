import pg from 'pg';
import utils from 'pg/lib/utils.js';

/** A statement with its values; prepared under `name` where it has one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string | undefined;
}

/** What the driver calls on a query while its answer comes in; its types leave this part out. */
interface Answering {
  name: string | undefined;
  text: string;
  values: unknown[];
  readonly _result: { _types: unknown };
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleEmptyQuery(connection: pg.Connection): void;
  handleError(error: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}
type Connection = pg.Connection & { submittedNamedStatements: Record<string, string> };
const Query = pg.Query as unknown as new (
  config: Statement | { readonly text: string },
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => Answering;

/** A statement of a batch: sent as the driver sends it, but for the end of the transaction behind it. */
class Part extends Query {
  _getRows(connection: pg.Connection): void {
    (connection.execute as (config: object) => void).call(connection, { portal: '', rows: 0 });
  }
}

/**
 * Statements that are one transaction by the protocol itself: they go out together, and where nobody has said `begin` all up to the
 * next Sync stand or fall together. So neither `begin` nor `commit` is sent, and the database answers them all at once.
 */
export class ReadBatch extends Query {
  readonly #parts: Part[] = [];
  #at = 0;
  /** Called once all have been answered. */
  answered: () => void = () => undefined;

  constructor() {
    super({ text: '' }, undefined, () => undefined);
    // The driver notes that a text has been prepared under the name of the query that is being answered.
    Object.defineProperties(this, {
      name: { get: () => this.#parts[this.#at]?.name },
      text: { get: () => this.#parts[this.#at]?.text },
    });
  }

  /** How many statements it has. */
  get length(): number {
    return this.#parts.length;
  }

  add(statement: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#parts.push(
        new Part(statement, undefined, (error, result) => {
          if (error === null) resolve(result);
          else reject(error);
        }),
      );
    });
  }

  submit(connection: Connection): Error | null {
    try {
      // Before anything is sent: a value that can't be written must not break the batch in two.
      for (const part of this.#parts) part.values = part.values.map((one) => utils.prepareValue(one));
    } catch (error) {
      return error as Error;
    }
    for (const part of this.#parts) {
      part._result._types = this._result._types;
      part.prepare(connection);
    }
    connection.sync();
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#parts[this.#at]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#parts[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  override handleEmptyQuery(connection: pg.Connection): void {
    this.#parts[this.#at]?.handleEmptyQuery(connection);
    this.#at += 1;
  }

  /** Those behind the one that failed are not looked at by the database, and fail alike; so do those before it. */
  override handleError(error: unknown, connection: Connection): void {
    for (const part of this.#parts) {
      if (part.name !== undefined) delete connection.submittedNamedStatements[part.name];
      part.handleError(error, connection);
    }
    this.answered();
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    for (const part of this.#parts) part.handleReadyForQuery(connection);
    this.answered();
  }
}

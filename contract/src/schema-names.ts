import { z } from 'zod';

/**
 * Names of schemas in the OpenAPI document (`components.schemas`). A name is a noun of the glossary and is unique. Schemas without a
 * name are inlined.
 */
export const schemaNames = z.registry<{ id: string }>();

import { prepareDatabase } from './platform/db/embedded/prepared-database.ts'

// Called by a build (tools/launch/web-build.mjs, Dockerfile), to create the database that every first start of this version would create.

await prepareDatabase()

import { prepareDatabase } from './platform/db/embedded/prepared-database.ts'

// Called by a build (tools/launch/web-build.mjs, Dockerfile): what every first start of this version would make.

await prepareDatabase()

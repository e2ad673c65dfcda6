/** An archive that can be read as it is: the path of each file, and its bytes. */
import { Layer, Stream } from "effect"
import { Archiver } from "../../app/ports/workspaces/Archiver.ts"

export const ArchiverMemory = Layer.succeed(Archiver, {
  pack: (files) =>
    Stream.flatMap(files, ({ path, bytes }) =>
      Stream.concat(Stream.encodeText(Stream.make(`${path}\n`)), bytes)
    )
})

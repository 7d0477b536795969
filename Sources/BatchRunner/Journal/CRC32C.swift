/// The checksum CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes a step.
package enum CRC32C {
    /// Eight tables of 256 words: the table of a byte, then those of the bytes one to seven places before it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var word = UInt32(byte)
            for _ in 0..<8 { word = word & 1 == 1 ? word >> 1 ^ 0x82F6_3B78 : word >> 1 }
            tables[byte] = word
        }
        for index in 256..<tables.count {
            let word = tables[index - 256]
            tables[index] = tables[Int(word & 0xFF)] ^ word >> 8
        }
        return tables
    }()

    /// The checksum of bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The checksum.
    package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { Self.checksum(ofStored: $0) }
    }

    private static func checksum(ofStored bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { table -> UInt32 in
            var crc = ~UInt32(0)
            var index = 0
            while index + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let mixed = word ^ UInt64(crc)
                crc = 0
                for place in 0..<8 {
                    let byte = Int(truncatingIfNeeded: mixed >> UInt64(8 * place)) & 0xFF
                    crc ^= table[(7 - place) * 256 + byte]
                }
                index += 8
            }
            while index < bytes.count {
                crc = table[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ crc >> 8
                index += 1
            }
            return ~crc
        }
    }
}

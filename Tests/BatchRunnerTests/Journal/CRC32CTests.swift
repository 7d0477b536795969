import BatchRunner
import Testing

@Suite struct CRC32CTests {
    @Test(
        arguments: [
            (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E), ([], 0),
        ] as [([UInt8], UInt32)])
    func `The checksums of RFC 3720 and of the check string come out`(bytes: [UInt8], checksum: UInt32) {
        #expect(CRC32C.checksum(of: bytes[...]) == checksum)
    }

    @Test func `Eight bytes a step give what one byte a step gives, at every length and place`() {
        let bytes = (0..<64).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
        for start in 0..<9 {
            for end in start...bytes.count {
                var crc = ~UInt32(0)
                for byte in bytes[start..<end] {
                    crc ^= UInt32(byte)
                    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
                }
                #expect(CRC32C.checksum(of: bytes[start..<end]) == ~crc)
            }
        }
    }
}
